const open = "<<<CUSTOMER WORDS";
const close = "END OF CUSTOMER WORDS>>>";
const maxCharacters = 2_000;

/**
 * A stranger's words as one quoted line between marks that the words cannot contain: no line breaks, no control or
 * invisible characters, no angle brackets or double quotes, at most 2,000 characters. Null where nothing is left.
 */
export function fenceWords(words: string): string | null {
  // Before and after normalization: a full-width bracket becomes a plain one by it.
  const plain = words.slice(0, 4 * maxCharacters).normalize("NFKC");
  const safe = plain
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[<>«»‹›]/gu, "")
    .replace(/["“”„‟]/gu, "'")
    .trim();
  const bounded = Array.from(safe).slice(0, maxCharacters).join("").trim();
  return bounded === "" ? null : `${open}\n"${bounded}"\n${close}`;
}
