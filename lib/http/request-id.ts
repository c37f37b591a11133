import { newId } from "../platform/ids.ts";

const idPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id of a request: the one it brought along, when that can stand in a header and a log, or a new one. */
export function requestId(headers: Headers): string {
  const given = headers.get("x-request-id") ?? "";
  return idPattern.test(given) ? given : newId("req");
}
