import { isTestPicture } from "../contract/keys/test-mode.ts";
import { readTestPicture } from "../generations/order/test-picture.ts";
import type { RouteContext } from "./route-table.ts";
import { commonSecurityHeaders } from "./security-headers.ts";

/** Serves a public picture that forces an outcome for test keys. */
export async function serveTestPicture(_request: Request, context?: RouteContext): Promise<Response> {
  const { picture } = (await context?.params) ?? {};
  const [, name = ""] = /^([a-z-]+)\.jpg$/.exec(String(picture)) ?? [];
  if (!isTestPicture(name)) return new Response(null, { status: 404, headers: commonSecurityHeaders() });
  return new Response(new Uint8Array(await readTestPicture()), {
    headers: {
      ...commonSecurityHeaders(),
      "Content-Type": "image/jpeg",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
