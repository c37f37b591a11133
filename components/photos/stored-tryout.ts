import { defaultSceneStyle, type Style } from "#lib/contract/photos/styles.ts";
import type { Settings } from "./settings.ts";

const name = "tryout";
/** Limit of the data URLs in characters: sessionStorage has room for five million in total. */
const longest = 4_000_000;

/** The set of a visitor's photo: a style's set or a rendered scene. */
export type TryoutSet = { style: Style } | { scene: string };

interface StoredTryout {
  fileName: string;
  picture: string;
  photo: string | null;
  set: TryoutSet;
}

/** A visitor's tryout before signing up. */
export interface Tryout {
  picture: File;
  /** The watermarked photo as a data URL; null if none was made, or if picture and photo exceed the limit. */
  photo: string | null;
  style: Style;
  settings: Partial<Settings>;
}

/** Stores the tryout in this tab for the studio after signing up, unless it is too large or storage is blocked. */
export async function storeTryout({
  picture,
  fileName,
  photo,
  set,
}: {
  picture: Blob;
  fileName: string;
  photo: Blob | null;
  set: TryoutSet;
}): Promise<void> {
  try {
    const stored: StoredTryout = { fileName, picture: await toDataUrl(picture), photo: null, set };
    const whole = JSON.stringify({ ...stored, photo: photo && (await toDataUrl(photo)) });
    const text = [whole, JSON.stringify(stored)].find(({ length }) => length <= longest);
    if (text === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // Storage is full or blocked: the visitor has to add the picture again.
  }
}

/** Reads and removes the stored tryout. */
export function consumeTryout(): Tryout | null {
  try {
    const { fileName, picture, photo, set } = JSON.parse(sessionStorage.getItem(name) ?? "") as StoredTryout;
    sessionStorage.removeItem(name);
    const [, type, base64] = /^data:([\w/+.-]*);base64,(.*)$/.exec(picture) ?? [];
    if (base64 === undefined || photo?.startsWith("data:image/jpeg;base64,") === false) return null;
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return {
      picture: new File([bytes], fileName || "picture.jpg", { ...(type && { type }) }),
      photo,
      style: styleOfSet(set),
      settings: settingsOf(set),
    };
  } catch {
    return null;
  }
}

export function styleOfSet(set: TryoutSet): Style {
  return "scene" in set ? defaultSceneStyle : set.style;
}

/** The settings that make the same photo without the watermark. */
function settingsOf(set: TryoutSet): Partial<Settings> {
  const size = { aspectRatios: ["4:3"], resolutions: ["1K"], marketplaces: [], seeds: [0] } as const;
  return { ...size, scene: "scene" in set ? set.scene : null, styles: [styleOfSet(set)] };
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
