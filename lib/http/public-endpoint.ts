import type { z } from "zod";
import { localeOf } from "../auth/locale.ts";
import type { Locale } from "../contract/locales.ts";
import type { Operation } from "../contract/operation.ts";
import { type FromWire, fromWire, type ToWire, toWire } from "../contract/wire.ts";
import { noteRequest } from "../platform/requests.ts";
import { receiveInput } from "./input.ts";
import { baseHeaders, errorResponse, reportFailure } from "./response.ts";
import type { Handler } from "./route-table.ts";

type PublicOperation = Operation & {
  missingKeyCode: null;
  input: { from: "query"; schema: z.ZodType };
};

/** Turns a use case into the handler of an operation without authentication; a key in the request is ignored. */
export function publicEndpoint<O extends PublicOperation>(
  operation: O,
  perform: (
    input: FromWire<z.output<O["input"]["schema"]>>,
    asked: { locale: Locale },
  ) => Promise<ToWire<z.input<O["output"]>>>,
): Handler {
  const handler: Handler = async (request) => {
    const headers = baseHeaders(request);
    noteRequest({ route: `${operation.method} ${operation.path}`, signal: request.signal });
    try {
      const locale = localeOf(request.headers);
      const input = fromWire(await (await receiveInput(operation, request)).parse());
      const result = await perform(input as FromWire<z.output<O["input"]["schema"]>>, { locale });
      headers.set("Content-Language", locale);
      headers.set("Vary", "Accept-Language, Cookie");
      return Response.json(operation.output.parse(toWire(result)), { headers });
    } catch (error) {
      reportFailure(operation.id, headers.get("X-Request-Id") ?? "", error);
      return errorResponse(error, headers);
    }
  };
  return handler;
}
