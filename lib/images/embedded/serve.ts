import { getPresentAccount } from "../providers.ts";
import { basePath } from "./address.ts";
import { hasEmbeddedPictures } from "./folder.ts";
import { answer } from "./http.ts";
import { embeddedImageHost } from "./index.ts";

/**
 * Handles every request under `/embedded/images`. With Cloudinary configured it accepts no uploads (404) but still
 * delivers earlier pictures of DATA_DIR.
 */
export async function handleImageHostRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const at = pathname.indexOf(`${basePath}/`);
  const rest = at < 0 ? "" : pathname.slice(at + basePath.length + 1);
  if (getPresentAccount() && (rest.startsWith("v1_1/") || !hasEmbeddedPictures())) {
    return Response.json({ error: { message: "Not found" } }, { status: 404 });
  }
  return answer(embeddedImageHost(), request, rest);
}
