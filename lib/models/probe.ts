import { env } from "../platform/env.ts";
import type { ModelProvider } from "../platform/model-providers.ts";
import { accessOf } from "./provider.ts";

const timeoutMs = 10_000;

interface Question {
  /** Something that asks for a key, costs nothing and changes nothing. */
  path: string;
  headers: (key: string) => Record<string, string>;
}

const bearer = (key: string): Record<string, string> =>
  key === "" ? {} : { authorization: `Bearer ${key}` };

const questions: Record<ModelProvider, Question> = {
  google: { path: "/models?pageSize=1", headers: (key) => ({ "x-goog-api-key": key }) },
  openai: { path: "/models", headers: bearer },
  "openai-compatible": { path: "/models", headers: bearer },
  replicate: { path: "/account", headers: bearer },
  // Nothing is there: whoever has no key does not learn that.
  fal: { path: "/requests/none/status", headers: (key) => ({ authorization: `Key ${key}` }) },
  "black-forest-labs": { path: "/credits", headers: (key) => ({ "x-key": key }) },
};

/** Asks a provider something, to see whether it can be reached and takes the key. Throws where it does not answer. */
export async function probeProvider(provider: ModelProvider): Promise<{ status: number; headers: Headers }> {
  const { baseUrl, apiKey } = accessOf(provider, env());
  const { path, headers } = questions[provider];
  const answer = await fetch(`${baseUrl}${path}`, {
    headers: headers(apiKey),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers };
}
