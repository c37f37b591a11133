import type { PhotoOptions } from "../../contract/photos/options.ts";
import type { Source } from "../../images/source.ts";
import type { RenderOptions } from "../../imaging/generator.ts";
import {
  aboutBackground,
  checkBackgroundPicture,
  loadBackgroundPicture,
  protectBackground,
} from "./background.ts";
import type { CheckOptions } from "./kind.ts";

/**
 * Checks before a charge whether a background picture is usable; `load` also verifies its bytes. Returns the public
 * id of a picture that the photo keeps (see `protectBackground`).
 */
export async function checkBackground(
  { background }: PhotoOptions,
  { userId, load, find }: CheckOptions,
): Promise<string | null> {
  const url = background?.imageUrl;
  if (url === undefined) return null;
  if (load) await (await loadBackgroundPicture(url, userId)).dispose();
  else await checkBackgroundPicture(url, find);
  return protectBackground({ background }, { userId });
}

/** A background in the renderer's form; `dispose` must be called when it is no longer needed. */
export interface LoadedBackground {
  background: RenderOptions["background"];
  dispose: () => Promise<void>;
}

/** `load` fetches the picture by its URL. */
export async function loadBackground(
  { background }: PhotoOptions,
  load: (url: string) => Promise<Source>,
): Promise<LoadedBackground> {
  const dispose = async () => undefined;
  if (background === undefined) return { background: undefined, dispose };
  const { color, imageUrl, role = "backdrop", horizon = null } = background;
  if (color !== undefined) return { background: { color }, dispose };
  if (imageUrl === undefined) return { background: undefined, dispose };
  const source = await aboutBackground(() => load(imageUrl));
  return { background: { image: source.image, role, horizon }, dispose: source.dispose };
}
