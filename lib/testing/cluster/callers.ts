import { setTimeout as delay } from "node:timers/promises";
import { connectImages } from "../../connect-images.ts";
import { imageHost } from "../../images/index.ts";
import { inputsFolder } from "../../uploads/quota.ts";
import { makeAccount } from "../accounts.ts";

const askAgainMs = 300;
const patienceMs = 150_000;

export interface Caller {
  userId: string;
  key: string;
  imageUrl: string;
}

/** HTTP status → number of complete responses. */
export type Answers = Map<number, number>;

/** Creates accounts with enough credits, and a picture each. */
export async function openCallers(count: number, picture: Uint8Array, credits: number): Promise<Caller[]> {
  connectImages();
  const callers: Caller[] = [];
  for (let index = 0; index < count; index += 1) {
    const tier = index % 2 === 0 ? "pro" : "ultra";
    const { userId, key } = await makeAccount({ tier, monthly: 0, topup: credits });
    const { url } = await imageHost().upload(picture, { folder: inputsFolder(userId) });
    callers.push({ userId, key, imageUrl: url });
  }
  return callers;
}

/**
 * Calls a cluster like a careful client: every call has an idempotency key and is retried until it gets a response.
 */
export class Client {
  readonly #url: string;
  readonly answers: Answers = new Map();
  /** Calls that lost their connection and succeeded on a retry. */
  resumed = 0;

  constructor(url: string) {
    this.#url = url;
  }

  photo(
    caller: Caller,
    { key, prompt = "", wait = true }: { key?: string; prompt?: string; wait?: boolean },
  ) {
    const body = photoOf(caller, prompt);
    return this.#ask(caller, { path: "/api/v1/generate", body, key, prefer: wait ? "" : "respond-async" });
  }

  batch(caller: Caller, { key, size, prompt = "" }: { key: string; size: number; prompt?: string }) {
    const items = Array.from({ length: size }, (_, index) => ({
      custom_id: `item-${index}`,
      operation: "generate",
      request: photoOf(caller, prompt),
    }));
    return this.#ask(caller, { path: "/api/v1/batches", body: { items }, key, prefer: "" });
  }

  async #ask(
    { key: apiKey }: Caller,
    { path, body, key, prefer }: { path: string; body: object; key: string | undefined; prefer: string },
  ): Promise<{ status: number; ms: number; fields: Record<string, unknown> }> {
    const startedAt = performance.now();
    let wasLost = false;
    for (;;) {
      const response = await fetch(this.#url + path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          ...(key && { "idempotency-key": key }),
          ...(prefer && { prefer }),
        },
        body: JSON.stringify(body),
      }).catch(() => null);
      const fields = response ? await readFields(response) : null;
      const ms = performance.now() - startedAt;
      if (response && fields && ![409, 429, 503].includes(response.status)) {
        if (wasLost) this.resumed += 1;
        this.answers.set(response.status, (this.answers.get(response.status) ?? 0) + 1);
        return { status: response.status, ms, fields };
      }
      if (!fields) wasLost = true;
      if (ms > patienceMs) throw new Error(`${path} was never answered; at last ${response?.status}`);
      await delay(askAgainMs);
    }
  }
}

function photoOf({ imageUrl }: Caller, prompt: string) {
  return { image_url: imageUrl, type: "product", style: "studio", ...(prompt && { prompt }) };
}

/** Null for a response of the proxy itself, or a truncated body: the call counts as lost. */
async function readFields(response: Response): Promise<Record<string, unknown> | null> {
  return response.json().then(
    (fields) => fields as Record<string, unknown>,
    () => null,
  );
}
