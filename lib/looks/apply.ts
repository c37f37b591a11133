import { definedOf, type LookSettings } from "./settings.ts";

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
