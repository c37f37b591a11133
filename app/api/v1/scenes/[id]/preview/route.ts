import { publicFile, route } from "#lib/http/route.ts";
import { readScenePreview } from "#lib/scenes/list.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ GET: publicFile(readScenePreview) });
