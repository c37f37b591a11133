import { maxTitleLength } from "#lib/contract/limits.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { Translate } from "#lib/language/translate.ts";
import type { SourcePicture } from "./model.ts";

const maxNameLength = 60;

/** A readable and unique file name for each picture. */
export function namePictures(pictures: readonly SourcePicture[]): string[] {
  const nameOf = createNames(maxNameLength);
  return pictures.map(({ name }) => nameOf([baseName(name).replaceAll(" ", "-")]));
}

/**
 * Returns a function that joins parts to unique names like `blue-mug_amazon_2k`. A part that repeats the previous one
 * is left out.
 */
export function createNames(maxLength: number): (parts: readonly (string | null | undefined)[]) => string {
  const used = new Set<string>();
  return (parts) => {
    const distinct = parts.filter((part, at) => part && part !== parts[at - 1]);
    const base = shorten(distinct.join("_"), maxLength);
    let free = base;
    for (let count = 2; used.has(free.toLowerCase()); count += 1) {
      free = `${shorten(base, maxLength - 5)}-${count}`;
    }
    used.add(free.toLowerCase());
    return free;
  };
}

/** `mug` for `mug.jpg`; never empty, and without characters that are invalid in file names. */
export function baseName(name: string): string {
  const bare = name
    .toWellFormed()
    .replace(/\.[A-Za-z0-9]{2,5}$/, "")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
    .replace(/^[-. ]+|[-. ]+$/g, "");
  return bare || "picture";
}

/** Words that cameras, phones and messengers put into the names of files. */
const fileWords = new Set(
  "img image images dsc dscn dscf pxl mvimg pano photo photos picture pic foto bild scan scanned screenshot bildschirmfoto whatsapp signal telegram file download unnamed untitled unbenannt copy kopie edited bearbeitet at um mp jpg jpeg heic png".split(
    " ",
  ),
);

/** What a file's name says of the product: `blue mug` for `blue-mug_2.jpg`; null for `IMG_2034.jpg`. */
export function productName(name: string): string | null {
  const words = baseName(name)
    .split(/[\s._-]+/)
    .filter(Boolean);
  const says = words.filter(
    (word) =>
      /\p{L}{2}/u.test(word) &&
      !fileWords.has(word.toLowerCase().replace(/\d+$/, "")) &&
      !/^(?=.*\d)[\da-f]{4,}$/i.test(word),
  );
  return says.length > 0 ? says.join(" ") : null;
}

/** The title of an order: `blue mug and 3 more, Studio`; without a product's name `4 pictures, Studio`, `Studio`. */
export function titleOfPictures(pictures: readonly SourcePicture[], what: string, t: Translate): string {
  const count = pictures.length;
  const first = productName(pictures[0]?.name ?? "");
  const several = first
    ? t("{first} and {rest, plural, one {# more} other {# more}}", {
        first: shorten(first, maxNameLength),
        rest: count - 1,
      })
    : t("{count, plural, one {# picture} other {# pictures}}", { count });
  const names = count > 1 ? several : first && shorten(first, maxNameLength);
  return shorten(names ? `${names}, ${what}` : what, maxTitleLength);
}

/** Shortens a text without splitting a surrogate pair. */
export function shorten(text: string, length: number): string {
  return text.length <= length
    ? text.toWellFormed()
    : text
        .slice(0, length)
        .toWellFormed()
        .replace(/\uFFFD$/, "");
}

export function stanceName(stance: Stance, t: Translate): string {
  const names: Record<Stance, string> = {
    stand: t("Standing"),
    lie: t("Lying"),
    hang: t("Hanging"),
    float: t("Floating"),
  };
  return names[stance];
}
