import { uploadLimitBytes } from "../contract/limits.ts";
import { defaultSceneStyle, type Style, styleNames } from "../contract/photos/styles.ts";
import { clientAddress } from "../platform/client-address.ts";
import { env } from "../platform/env.ts";
import { ApiError, invalidParam, refusal } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { because } from "../platform/reasons.ts";
import { makeTryout } from "../tryouts/make.ts";
import { isSameOrigin } from "./caller.ts";
import { readFile } from "./input.ts";
import { baseHeaders, errorResponse } from "./response.ts";

/**
 * POST /api/try?style=S, or scene=ID, with `sample=NAME` or a multipart body with one `file`: a watermarked photo as
 * JPEG, for the service's own pages only. It is free and needs no sign-in.
 */
export async function answerTryout(request: Request): Promise<Response> {
  const headers = baseHeaders(request);
  try {
    if (env().TRYOUTS_PER_HOUR === 0) throw refusal(because("tryouts_off"));
    if (!isSameOrigin(request)) {
      throw refusal(because("tryout_from_elsewhere"));
    }
    const query = new URL(request.url).searchParams;
    const scene = query.get("scene")?.slice(0, 100) ?? null;
    const style = scene === null ? readStyle(query.get("style")) : defaultSceneStyle;
    const sample = query.get("sample");
    const picture = sample === null ? (await readFile(request, uploadLimitBytes)).file : sample.slice(0, 100);
    const address = clientAddress(request.headers);
    const { bytes } = await makeTryout({ style, scene, picture }, { clientAddress: address });
    headers.set("Content-Type", "image/jpeg");
    return new Response(new Uint8Array(bytes), { headers });
  } catch (error) {
    const isKnown = error instanceof ApiError && error.status < 500;
    if (!isKnown) log.warn({ requestId: headers.get("X-Request-Id"), err: error }, "a tryout was not made");
    return errorResponse(error, headers);
  }
}

function readStyle(text: string | null): Style {
  const style = styleNames.find((name) => name === text);
  if (!style) throw invalidParam("style", `must be one of ${styleNames.join(", ")}`);
  return style;
}
