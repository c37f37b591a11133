/** The supported preferences of a request (RFC 7240). */
export interface Preferences {
  respondAsync: boolean;
  /** Seconds to wait for the work before the response is 202; null: not given. */
  waitSeconds: number | null;
  /** Unknown fields are refused. */
  isStrict: boolean;
}

const one = /^\s*([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;"]*)))?\s*(?:;|$)/;

/** The preferences of a request. Of duplicates the first counts; unknown ones are ignored. */
export function readPreferences(headers: Headers): Preferences {
  const values = new Map<string, string>();
  for (const text of (headers.get("prefer") ?? "").split(",")) {
    const [, name, quoted, plain] = one.exec(text) ?? [];
    const key = name?.toLowerCase();
    if (key && !values.has(key)) values.set(key, quoted ?? plain ?? "");
  }
  const wait = values.get("wait") ?? "";
  return {
    respondAsync: values.has("respond-async"),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : null,
    isStrict: values.get("handling")?.toLowerCase() === "strict",
  };
}
