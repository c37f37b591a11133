import { runInRequest } from "#lib/platform/requests.ts";

/** Cookies of the simulated browser, in place of `next/headers`. */
let jar = new Map<string, string>();

export function visitAs(cookies: Map<string, string>): void {
  jar = cookies;
}

const text = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

/** Replacement for `vi.mock("next/headers", …)`. */
export const nextHeaders = {
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: (name: string, value: string) => void jar.set(name, value),
    delete: (name: string) => void jar.delete(name),
    toString: text,
  }),
  headers: async () => new Headers({ cookie: text(), "accept-language": "en" }),
};

/** `404`, the URL of a redirect, or the call's result. */
export async function outcomeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await runInRequest({ route: "page" }, call);
  } catch (error) {
    const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
    if (digest.startsWith("NEXT_HTTP_ERROR_FALLBACK;")) return digest.split(";")[1];
    if (digest.startsWith("NEXT_REDIRECT;")) return digest.split(";")[2];
    throw error;
  }
}

export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
