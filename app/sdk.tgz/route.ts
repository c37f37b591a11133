import { readClientPackage } from "#lib/documentation/client-package.ts";
import { publicFile } from "#lib/http/route.ts";

export const GET = publicFile(readClientPackage);
