import { answerVersion } from "#lib/http/version.ts";

export const GET = answerVersion;
