import { ProtocolError } from "./protocol-error.ts";
import { printable } from "./public-id.ts";

/** A call's parameters but for `file`. Only those that the protocol knows as lists can be one. */
export type Params = Record<string, string | string[]>;

/** All parameters of a call together: they are kept before anybody is proven. */
const maxTotalLength = 256 * 1024;
const listNames = new Set(["tags", "allowed_formats"]);

/**
 * Collects a call's parameters so that what is signed is what is used: each name once, lists (`tags[]`) only where one
 * is known. Everything else is refused, for a signature reads a list as text joined by commas.
 */
export class ParamCollector {
  readonly #values = new Map<string, string | string[]>();
  #totalLength = 0;

  /** Throws ProtocolError 400. */
  add(name: string, value: string): void {
    this.#totalLength += name.length + value.length;
    if (this.#totalLength > maxTotalLength) throw new ProtocolError(400, "The parameters are too long");
    const list = /^(.+?)(?:\[\d*\])+$/.exec(name)?.[1];
    const known = this.#values.get(list ?? name);
    if (list === undefined) {
      if (known !== undefined) throw refusal(name, "it was sent more than once");
      this.#values.set(name, value);
      return;
    }
    if (!listNames.has(list)) throw refusal(list, "a text is expected, not a list");
    if (typeof known === "string") throw refusal(list, "it was sent as a text and as a list");
    this.#values.set(list, [...(known ?? []), value]);
  }

  /** A parameter of a JSON body. */
  addJson(name: string, value: unknown): void {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      for (const item of value) this.add(`${name}[]`, this.#textOf(name, item));
    } else this.add(name, this.#textOf(name, value));
  }

  all(): Params {
    return Object.fromEntries(this.#values);
  }

  #textOf(name: string, value: unknown): string {
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    throw refusal(name, "a text is expected");
  }
}

function refusal(name: string, reason: string): ProtocolError {
  return new ProtocolError(400, `Invalid parameter ${printable(name)}: ${reason}`);
}

/** A parameter's text; undefined when absent or empty. */
export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
