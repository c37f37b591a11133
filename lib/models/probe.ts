import { env } from "../platform/env.ts";
import type { ModelProvider } from "../platform/model-providers.ts";
import { accessOf } from "./provider.ts";

const timeoutMs = 10_000;

interface Question {
  /** A free request without side effects that requires a key. */
  path: string;
  headers: (key: string) => Record<string, string>;
}

const bearer = (key: string): Record<string, string> =>
  key === "" ? {} : { authorization: `Bearer ${key}` };

const questions: Record<ModelProvider, Question> = {
  google: { path: "/models?pageSize=1", headers: (key) => ({ "x-goog-api-key": key }) },
  "openai-compatible": { path: "/models", headers: bearer },
  // A path that does not exist; without a valid key the response is an authentication error.
  fal: { path: "/requests/none/status", headers: (key) => ({ authorization: `Key ${key}` }) },
};

/** Checks that a provider is reachable and accepts the key. Throws when it does not answer. */
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
