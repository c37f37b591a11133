import { serveTestPicture } from "#lib/http/test-picture.ts";

export const GET = serveTestPicture;
