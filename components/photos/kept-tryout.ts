import { defaultSceneStyle, type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { Settings } from "./settings.ts";

const name = "tryout";
/** Of the data URLs: sessionStorage holds five million characters for all of its users. */
const longest = 4_000_000;

/** What a visitor tries the product in: the set of a style, or a rendered scene. */
export type TryoutSet = { style: Style } | { scene: string };

interface Kept {
  fileName: string;
  picture: string;
  photo: string;
  set: TryoutSet;
}

/** What a visitor tried before signing up. */
export interface Tryout {
  picture: File;
  /** The photo with its watermark, as a data URL. */
  photo: string;
  settings: Partial<Settings>;
}

/** Keeps what was tried in this tab for the studio after signing up, unless it is too large or storage is blocked. */
export async function keepTryout({
  picture,
  fileName,
  photo,
  set,
}: {
  picture: Blob;
  fileName: string;
  photo: Blob;
  set: TryoutSet;
}): Promise<void> {
  try {
    const [pictureUrl, photoUrl] = await Promise.all([picture, photo].map(toDataUrl));
    const kept = JSON.stringify({ fileName, picture: pictureUrl, photo: photoUrl, set });
    if (kept.length > longest) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, kept);
  } catch {
    // Full or forbidden: the visitor adds the picture once more.
  }
}

/** Takes what was kept, once. */
export function takeKeptTryout(): Tryout | null {
  try {
    const { fileName, picture, photo, set } = JSON.parse(sessionStorage.getItem(name) ?? "") as Kept;
    sessionStorage.removeItem(name);
    const [, type, base64] = /^data:([\w/+.-]*);base64,(.*)$/.exec(picture) ?? [];
    if (base64 === undefined || !photo.startsWith("data:image/jpeg;base64,")) return null;
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return {
      picture: new File([bytes], fileName || "picture.jpg", { ...(type && { type }) }),
      photo,
      settings: settingsOf(set),
    };
  } catch {
    return null;
  }
}

/** The settings of the same photo without its watermark. */
function settingsOf(set: TryoutSet): Partial<Settings> {
  const size = { aspectRatios: ["4:3"], resolutions: ["1K"], marketplaces: [], seeds: [0] } as const;
  if ("scene" in set) return { ...size, scene: set.scene, styles: [defaultSceneStyle] };
  return { ...size, scene: null, styles: styleNames.filter((style) => style === set.style) };
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
