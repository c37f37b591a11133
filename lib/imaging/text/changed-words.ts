import { findLines, type RgbPicture } from "./find-lines.ts";
import { blurOf, isText, lettersOf, lineUp, readLine, softened } from "./read-line.ts";

/** Height, in pixels, from which lines are compared: smaller ones are read otherwise in other light. */
const leastHeight = 18;
/** What is softer than this, as a share of its height, is lost. */
const mostBlur = 0.06;

/** The words of a picture that another one shows otherwise, or not at all, at the same place. */
export async function findChangedWords(before: RgbPicture, after: RgbPicture): Promise<string[]> {
  const words = new Set<string>();
  for (const line of await findLines(before)) {
    if (line.height < leastHeight) continue;
    const [own, other] = [await lineUp(before, line), await lineUp(after, line)];
    const read = await readLine(own);
    if (!isText(read)) continue;
    const { text } = await readLine(other);
    const differing = differingWords(read.text, text);
    if (differing.length === 0) continue;
    // The edit may only be softer: the word is changed if the product, blurred as much, still reads otherwise.
    const blur = Math.sqrt(Math.max(0, blurOf(other) ** 2 - blurOf(own) ** 2));
    const soft = await readLine(softened(own, Math.min(blur, mostBlur)));
    if (differingWords(soft.text, text).length > 0) for (const word of differing) words.add(word);
  }
  return [...words];
}

/** The words of a text from the first letter in which another one differs to the last. */
export function differingWords(text: string, other: string): string[] {
  const [own, theirs] = [lettersOf(text), lettersOf(other)];
  const isSame = (at: number) => own.at(at)?.letter === theirs.at(at)?.letter;
  const shorter = Math.min(own.length, theirs.length);
  let [start, end] = [0, 0];
  while (start < shorter && isSame(start)) start++;
  while (end < shorter - start && isSame(-1 - end)) end++;
  if (start + end === own.length && own.length === theirs.length) return [];
  // Where something was only added, the letter before it counts.
  const first = Math.max(0, Math.min(start, own.length - end - 1));
  const [from, to] = [own[first]?.at ?? 0, own[Math.max(first, own.length - end - 1)]?.at ?? 0];
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) =>
    index <= to && index + word.length > from ? [word] : [],
  );
}
