import { lookSettings } from "../contract/looks/schemas.ts";
import { fromWire, type Given, toWire } from "../contract/wire.ts";
import { withPictureUrls } from "../images/reference.ts";
import { invalidParam } from "../platform/errors.ts";
import { chooseScene, noSuchScene } from "../scenes/choice.ts";

/** The settings of a look, in the form of the business. */
export type LookSettings = Given<typeof lookSettings>;

/** The settings of a row. Values that are no longer on offer are ignored. */
export function readSettings(stored: unknown): LookSettings {
  // Field by field, so that an invalid one does not drop the others; a size is checked with the resolution.
  const known = Object.entries(Object(toWire(stored))).filter(([name, value]) =>
    name === "scene"
      ? isOffered(value)
      : name === "size" || lookSettings.safeParse({ [name]: value }).success,
  );
  const { size, ...others } = Object.fromEntries(known);
  const parsed = [{ ...others, size }, others].map((fields) => lookSettings.safeParse(fields));
  const found = parsed.find(({ success }) => success)?.data;
  return found ? withPictureUrls(definedOf(fromWire(found))) : {};
}

function isOffered(scene: unknown): boolean {
  return typeof scene === "string" && chooseScene(scene) !== null;
}

/** Throws ApiError invalid_params if the scene does not exist. */
export function requireScene({ scene }: LookSettings): void {
  if (scene !== undefined && !isOffered(scene))
    throw invalidParam("settings.scene", `${scene} ${noSuchScene}`);
}

/** Without undefined values. */
function definedOf<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/**
 * A request with the look's settings as defaults: the request's values win, key by key in `layout`, `light` and
 * `crop`. Scene and background are one setting: either of them in the request replaces both of the look's.
 */
export function applyLook<Request extends LookSettings>(request: Request, look: LookSettings): Request {
  const { size, scene, background, ...rest } = look;
  const hasSet = request.scene !== undefined || request.background !== undefined;
  // An explicit aspect ratio overrides the look's size.
  const sized = request.aspectRatio === undefined && size !== undefined ? { size } : {};
  return {
    ...rest,
    ...(!hasSet && definedOf({ scene, background })),
    ...sized,
    ...definedOf(request),
    ...merged("layout", request.layout, look.layout),
    ...merged("light", request.light, look.light),
    ...merged("crop", request.crop, look.crop),
  };
}

function merged<Name extends string, T extends object>(name: Name, own?: T, behind?: T) {
  return own && behind ? { [name]: { ...definedOf(behind), ...definedOf(own) } } : {};
}
