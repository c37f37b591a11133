/** What a call prefers (RFC 7240), as far as it is known here. */
export interface Preferences {
  respondAsync: boolean;
  /** Seconds that it waits for the work before the answer is 202; null: not said. */
  waitSeconds: number | null;
  /** Unknown fields are refused. */
  isStrict: boolean;
}

const one = /^\s*([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;"]*)))?\s*(?:;|$)/;

/** The preferences of a call. Each counts once, as it comes first; what is not understood is no preference. */
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
