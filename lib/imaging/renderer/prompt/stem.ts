/** Longest first. Plural and case endings in German, English, Spanish, French and Italian. */
const endings = [/ern$/, /e[nrms]$/, /[oa]s$/, /(?<=[elr])n$/, /[esoaix]$/];
const shortestStem = 4;
const longestWord = 60;

/**
 * The common stem of a word's inflections: `limones`, `limón` → `limon`; `Zitronen`, `Zitrone` → `zitron`. Not a real
 * word; only for comparison.
 */
export function stemOf(word: string): string {
  let stem = word.slice(0, longestWord).replaceAll("ß", "ss").replace(/y$/, "i");
  for (;;) {
    if (stem.endsWith("ss") || stem === "linen") return stem;
    const shorter = endings
      .map((ending) => stem.replace(ending, ""))
      .find(({ length }) => length < stem.length && length >= shortestStem);
    if (shorter === undefined) return stem;
    stem = shorter;
  }
}

/** Turns digraphs into plain vowels: `kueche` → `kuche`, the form of `Küche` without accents. */
export function withoutDigraphs(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

/** The stems of a phrase, as a lookup key. */
export function phraseKey(words: readonly string[]): string {
  return words.map(stemOf).join(" ");
}
