import { formatCount } from "../contract/billing/money.ts";
import type { Locale } from "../contract/locales.ts";

export type MessageValues = Record<string, string | number | Date>;

type Part = string | Argument;

interface Argument {
  name: string;
  /** Format of a number; null for a value that is inserted unchanged. */
  number: "plain" | "percent" | null;
  /** For `plural` and `select`: the texts, one of which the value selects. */
  choice: { isPlural: boolean; options: ReadonlyMap<string, readonly Part[]> } | null;
}

/** The `#` of the surrounding `plural`. */
const pound: Argument = { name: "#", number: "plain", choice: null };

/**
 * A message in the subset of ICU MessageFormat that pages use: values, numbers, percentages, `plural` and `select`.
 * Every page formats dozens of messages before it responds to a click; libraries for full ICU take a fifth of that
 * time.
 */
export class MessageFormat {
  readonly #locale: Locale;
  readonly #parts: readonly Part[];

  /** Throws an error that describes the fault of an unreadable message. */
  constructor(message: string, locale: Locale) {
    this.#locale = locale;
    this.#parts = /[{}']/.test(message) ? new Reader(message).read() : [message];
  }

  format(values: MessageValues = {}): string {
    return this.#say(this.#parts, values, 0);
  }

  #say(parts: readonly Part[], values: MessageValues, counted: number): string {
    let text = "";
    for (const part of parts) text += typeof part === "string" ? part : this.#sayOne(part, values, counted);
    return text;
  }

  #sayOne(part: Argument, values: MessageValues, counted: number): string {
    const { name, number, choice } = part;
    const value = part === pound ? counted : values[name];
    if (value === undefined) throw new Error(`a message is said without its value "${name}"`);
    if (number !== null) return formatNumber(this.#locale, number, Number(value));
    if (choice === null) return String(value);
    const { isPlural, options } = choice;
    const rule = isPlural && !options.has(`=${value}`) ? pluralCategory(Number(value)) : null;
    const chosen = options.get(rule ?? (isPlural ? `=${value}` : String(value))) ?? options.get("other");
    return this.#say(chosen ?? [], values, isPlural ? Number(value) : counted);
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Part[] {
    const parts = this.#parts(false);
    if (this.#at < this.#text.length) this.#refuse("a bracket closes nothing");
    return parts;
  }

  /** Reads until the end, or the brace that closes an option. */
  #parts(isCounted: boolean): Part[] {
    const parts: Part[] = [];
    let text = "";
    const add = (part: Argument) => {
      if (text !== "") parts.push(text);
      text = "";
      parts.push(part);
    };
    while (this.#at < this.#text.length && this.#text[this.#at] !== "}") {
      const letter = this.#text[this.#at];
      if (letter === "{") add(this.#argument());
      else if (letter === "'") text += this.#quoted(isCounted);
      else {
        this.#at += 1;
        if (letter === "#" && isCounted) add(pound);
        else text += letter;
      }
    }
    if (text !== "") parts.push(text);
    return parts;
  }

  /** An apostrophe: alone it is literal, doubled it is one apostrophe, and before a brace it starts quoted text. */
  #quoted(isCounted: boolean): string {
    const next = this.#text[this.#at + 1] ?? "";
    if (next === "'") {
      this.#at += 2;
      return "'";
    }
    const isQuote = next === "{" || next === "}" || (isCounted && next === "#");
    if (!isQuote) {
      this.#at += 1;
      return "'";
    }
    const rest = /^'((?:[^']|'')*)'?/.exec(this.#text.slice(this.#at)) ?? ["", ""];
    this.#at += rest[0].length;
    return (rest[1] ?? "").replaceAll("''", "'");
  }

  #argument(): Argument {
    const [, name = "", kind] = this.#take(/\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?/y);
    if (kind === undefined || kind === "number") {
      const [, style] = this.#take(/(?:,\s*(\w+)\s*)?\}/y);
      if (style !== undefined && style !== "percent") this.#refuse(`no number is written as ${style}`);
      return { name, number: kind ? (style ?? "plain") : null, choice: null } as Argument;
    }
    if (kind !== "plural" && kind !== "select") this.#refuse(`no value is a ${kind}`);
    const isPlural = kind === "plural";
    this.#take(/,\s*/y);
    const options = new Map<string, Part[]>();
    while (this.#text[this.#at] !== "}") {
      const [, option = ""] = this.#take(/(=?\w+)\s*\{/y);
      options.set(option, this.#parts(isPlural));
      this.#take(/\}\s*/y);
    }
    this.#at += 1;
    if (!options.has("other")) this.#refuse(`${name} has no text for other values`);
    return { name, number: null, choice: { isPlural, options } };
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return this.#refuse(`${pattern.source} is expected`);
    this.#at = pattern.lastIndex;
    return found;
  }

  #refuse(problem: string): never {
    throw new Error(`The message "${this.#text}" at ${this.#at}: ${problem}`);
  }
}

// Cached, because creating one takes longer than all other messages of a page.
const percentFormats = new Map<Locale, Intl.NumberFormat>();

function formatNumber(locale: Locale, style: "plain" | "percent", value: number): string {
  if (style === "plain") return formatCount(value, locale);
  const format = percentFormats.get(locale) ?? new Intl.NumberFormat(locale, { style });
  percentFormats.set(locale, format);
  return format.format(value);
}

/** The plural category in English and German (CLDR) of a number shown with three decimals; other languages differ. */
function pluralCategory(value: number): string {
  return Math.round(Math.abs(value) * 1000) === 1000 ? "one" : "other";
}
