import { route } from "#lib/http/route.ts";
import { serveTestPicture } from "#lib/http/test-picture.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: serveTestPicture });
