import type { PromptKind } from "#lib/contract/photos/values.ts";

/** One word of a prompt, or the mark that ends a clause. */
export interface Word {
  /** Lower case, singular, without accents; `clauseEnd` for a mark. */
  text: string;
  /** Position in the prompt as it was written. */
  from: number;
  to: number;
}

/** The meaning of some words of a prompt, with the indexes of the first and the last of them. */
export interface Part {
  kind: PromptKind;
  /** Stable name of the meaning: `marble`, `from_left`, `light_sage`; with the prefix `no_` when it is rejected. */
  value: string;
  from: number;
  to: number;
}

const maxWords = 400;
const maxLength = 8_000;
export const clauseEnd = "|";
/** Elided articles and prepositions in French and Italian: `l'hiver`, `dell'inverno`. */
const elided = /(?<!\p{L})(?:[ldjnsmtc]|qu|un|all|dall|dell|nell|sull|coll)['’](?=\p{L})/giu;

/** Splits a prompt into words, color codes and marks between clauses; only the first 400 count. */
export function wordsOf(prompt: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of prompt
    .slice(0, maxLength)
    .replace(elided, (article) => " ".repeat(article.length))
    .matchAll(/#[0-9a-f]{3,8}\b|\p{L}[\p{L}\p{M}'’]*|[,.;:!?\n]/giu)) {
    if (words.length === maxWords) break;
    words.push({ text: plainForm(found), from: index, to: index + found.length });
  }
  return words;
}

/** The words from … to, as they are written. */
export function textOf(
  prompt: string,
  words: readonly Word[],
  { from, to }: Pick<Part, "from" | "to">,
): string {
  return prompt.slice(words[from]?.from, words[to]?.to);
}

/** Without phrases that differ only in capitals. */
export function distinctPhrases(phrases: readonly string[]): string[] {
  return [...new Map(phrases.map((phrase) => [phrase.toLowerCase(), phrase])).values()];
}

export function placesOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function plainForm(found: string): string {
  if (/^[,.;:!?\n]/.test(found)) return clauseEnd;
  const word = found
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "");
  return word.length > 3 && word.endsWith("s") && !/(ss|us|is|less|canvas|christmas)$/.test(word)
    ? singular(word)
    : word;
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("leaves")) return "leaf";
  return word.slice(0, -1);
}

// The grammar of prompts in English, German, Spanish, French and Italian, for every reader of prompts.

export const negations: ReadonlySet<string> = new Set([
  ...["no", "not", "without", "never", "avoid", "zero", "minus", "dont", "non"],
  ...["ohne", "kein", "keine", "keinen", "nicht", "keinem", "keiner"],
  ...["sin", "sans", "senza", "nessun", "nessuna", "ningun"],
]);

/** Words without an effect: grammar, photography in general, praise, names of common products. */
const fillerWords =
  "a an the and or but of on in at by to for from with into onto over under above behind before beside " +
  "near next around along against through up down out off as is are be being its it this that these " +
  "those there which while where my our your their his her very really quite slightly extremely more " +
  "most much many some any few all each every only just also too so such then than like please want " +
  "need make made show shown showing place placed put sit sitting stand standing rest resting lie lying " +
  "laid set located positioned create feature featuring has have having can should would will must " +
  "photo photograph photography photographic picture image shot shoot render rendering professional " +
  "commercial advertising editorial catalog catalogue ecommerce commerce shop store listing hero " +
  "packshot quality high low resolution hd uhd hdr detailed detail realistic photorealistic sharp focus " +
  "clear beautiful nice pretty great stunning gorgeous attractive perfect amazing lovely lifestyle " +
  "studio look looking style styled centered centred center centre middle composition frame framed " +
  "foreground depth field blurred blur blurry softly gently natural ambient source color colour hue " +
  "shade palette main hard gentle subtle strong crisp faint mood atmosphere feel feeling vibe ultra " +
  "lens mm key auf mit ein eine einem einer einen und oder vor von vom im der das den dem des am aus " +
  "bei hinter neben unter über durch ist sind wie sehr etwas bild foto aufnahme szene stimmung nuestro " +
  "nuestra nuestros vuestro con de del la el los las lo y e o en un una unos unas uno sobre para por " +
  "muy al es su sus mi imagen producto escena junto entre pequeño grande notre nos votre sous avec et " +
  "sur dans le les du au aux tres est son sa ses mon ma mes ou pour par une produit scene pres petit " +
  "grand nostro nostra sotto di della dello dei delle degli il i gli per molto nel nella sul sulla dal " +
  "dalla alla ed suo sua mio mia immagine prodotto scena vicino piccolo fra tra da viel viele ganz nahe " +
  "kleine kleiner kleines kleinem großen große schöne schönen schönes ins zum zur ihr ihre mein meine " +
  "meinem unser liegt steht stehend liegend produkt aber unsere unserem unseren daneben davor dahinter " +
  "botella frasco bolso zapato zapatos bouteille flacon sac chaussure chaussures bottiglia flacone " +
  "borsa ";

const fillers: ReadonlySet<string> = new Set(wordsOf(fillerWords).map(({ text }) => text));
const articles: ReadonlySet<string> = new Set(["a", "an", "the", "any", "or", "and"]);

export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** Returns a function that is given word after word: whether the prompt rejects what it names there. */
export function createRefusal(): (word: string) => boolean {
  let isRefused = false;
  return (word) => {
    if (negations.has(word)) isRefused = true;
    else if (word === clauseEnd || (fillers.has(word) && !articles.has(word))) isRefused = false;
    return isRefused;
  };
}
