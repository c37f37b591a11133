import { answerTryout } from "#lib/http/tryout.ts";

export const POST = answerTryout;
