import { publicFile } from "#lib/http/route.ts";
import { readScenePreview } from "#lib/scenes/list.ts";

export const GET = publicFile(readScenePreview);
