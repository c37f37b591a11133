import type { z } from "zod";
import { lookSettings } from "../contract/looks/schemas.ts";
import type { Loose } from "../contract/photos/options.ts";
import { type FromWire, fromWire, toWire } from "../contract/wire.ts";
import { withPresentBackground } from "../images/reference.ts";

/** What a look says of a photo, in the names of the business. */
export type LookSettings = Loose<FromWire<z.output<typeof lookSettings>>>;

/** The settings of a row. What is not on offer any more is as if it had not been said. */
export function readSettings(stored: unknown): LookSettings {
  // Field by field, for one must not take the others along; whether a size fits is said of it and the resolution.
  const known = Object.entries(Object(toWire(stored))).filter(
    ([name, value]) => name === "size" || lookSettings.safeParse({ [name]: value }).success,
  );
  const { size, ...others } = Object.fromEntries(known);
  const parsed = [{ ...others, size }, others].map((fields) => lookSettings.safeParse(fields));
  const found = parsed.find(({ success }) => success)?.data;
  return found ? withPresentBackground(definedOf(fromWire(found))) : {};
}

/** Without what is undefined. */
function definedOf<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/**
 * A request with a look behind it: what the request says wins, key by key in `layout`, `light` and `crop`. A
 * background is one thing, so that of the request takes the place of the look's.
 */
export function applyLook<Request extends LookSettings>(request: Request, look: LookSettings): Request {
  const { size, ...rest } = look;
  // A shape that is asked for by itself means that shape.
  const sized = request.aspectRatio === undefined && size !== undefined ? { size } : {};
  return {
    ...rest,
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
