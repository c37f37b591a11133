import { route } from "#lib/http/route.ts";
import { answerTryout } from "#lib/http/tryout.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ POST: answerTryout });
