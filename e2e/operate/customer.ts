import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { pick } from "#lib/testing/random.ts";
import type { Installation } from "./installation.ts";

const retryEveryMs = 200;
const patienceMs = 120_000;
/** Statuses after which a client retries with the same key: nothing was begun, or the first call is still running. */
const retried = [409, 429, 503];

/** Work that the service has confirmed: it must end in a result or a refund. */
export interface Confirmed {
  generationId: string;
  atMs: number;
  /** Whether the response contained the result. */
  isDelivered: boolean;
  /** Every URL that was ever returned for the result. */
  urls: Set<string>;
}

interface Answer {
  status: number;
  headers: Headers;
  fields: Record<string, unknown>;
}

/** Client program of a customer: retries each call with one Idempotency-Key until the service completes it. */
export class Customer {
  readonly key: string;
  readonly credits: number;
  readonly #picture: Uint8Array<ArrayBuffer>;
  readonly #random: () => number;
  confirmed: Confirmed[] = [];
  batches: { id: string; atMs: number }[] = [];
  /** URLs of uploads, as returned at the time. */
  uploads: { url: string; atMs: number }[] = [];
  /** Number of calls whose connection was lost after they were sent. */
  lost = 0;

  constructor(options: {
    key: string;
    credits: number;
    picture: Uint8Array<ArrayBuffer>;
    random: () => number;
  }) {
    this.key = options.key;
    this.credits = options.credits;
    this.#picture = options.picture;
    this.#random = options.random;
  }

  /** Drops everything confirmed since `ms`: the service continues from a backup of that time. */
  forgetFrom(ms: number): void {
    const isEarlier = ({ atMs }: { atMs: number }) => atMs < ms;
    this.confirmed = this.confirmed.filter(isEarlier);
    this.batches = this.batches.filter(isEarlier);
    this.uploads = this.uploads.filter(isEarlier);
  }

  /** Makes `count` random calls, one after the other. */
  async work(service: Installation, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      if (this.uploads.length === 0) await this.upload(service);
      const call = pick(this.#random, [
        ...[this.photo, this.photo, this.photo],
        ...[this.queuedPhoto, this.queuedPhoto, this.batch, this.upload],
      ]);
      await call.call(this, service);
    }
  }

  async upload(service: Installation): Promise<void> {
    const form = new FormData();
    form.set("file", new Blob([this.#picture]), "product.jpg");
    const { fields } = await this.#call(service, "upload", { method: "POST", body: form });
    this.uploads.push({ url: String(fields.image_url), atMs: Date.now() });
  }

  async photo(service: Installation): Promise<void> {
    const answer = await this.#post(service, "generate", this.#request(service));
    this.#confirm(String(answer.headers.get("x-generation-id")), answer.fields.result_url);
  }

  async queuedPhoto(service: Installation): Promise<void> {
    const { fields } = await this.#post(service, "generate", this.#request(service), {
      prefer: "respond-async",
    });
    this.#confirm(String(fields.id), fields.result_url);
  }

  async batch(service: Installation): Promise<void> {
    const items = ["a", "b", "c"].map((id) => ({
      custom_id: id,
      operation: "generate",
      request: this.#request(service),
    }));
    const { fields } = await this.#post(service, "batches", { items });
    this.batches.push({ id: String(fields.id), atMs: Date.now() });
  }

  #request(service: Installation) {
    return {
      image_url: this.#addressOf(pick(this.#random, this.uploads), service),
      type: "product",
      style: "studio",
    };
  }

  /** An upload at the service's address of today: at an earlier one it would be a picture of another host. */
  #addressOf({ url }: { url: string }, { baseUrl }: Installation): string {
    const { pathname, search } = new URL(url);
    return new URL(`${pathname}${search}`, baseUrl).href;
  }

  #confirm(generationId: string, url: unknown): void {
    const isDelivered = typeof url === "string";
    this.confirmed.push({
      generationId,
      isDelivered,
      atMs: Date.now(),
      urls: new Set(isDelivered ? [url] : []),
    });
  }

  #post(service: Installation, call: string, body: object, headers: Record<string, string> = {}) {
    return this.#call(service, call, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { ...headers, "content-type": "application/json" },
    });
  }

  /** Retries while the service is busy or away. Throws for any other error response, which is a defect. */
  async #call(service: Installation, call: string, init: RequestInit): Promise<Answer> {
    const headers = { ...init.headers, "idempotency-key": randomUUID() };
    const giveUpAtMs = performance.now() + patienceMs;
    let last = "";
    while (performance.now() < giveUpAtMs) {
      const answer = await this.send(service, `/api/v1/${call}`, { ...init, headers }).catch(
        (error: Error) => {
          last = String(error.cause ?? error);
          // A refused connection transmitted no call.
          if (!/ECONNREFUSED/.test(last)) this.lost += 1;
          return null;
        },
      );
      if (answer && answer.status < 300) return answer;
      if (answer && !retried.includes(answer.status)) {
        throw new Error(`${call} returned ${answer.status} ${JSON.stringify(answer.fields)}`);
      }
      if (answer) last = `${answer.status} ${JSON.stringify(answer.fields)}`;
      await delay(retryEveryMs);
    }
    throw new Error(`${call} was not answered within ${patienceMs / 1000} s; the last answer: ${last}`);
  }

  async send(service: Installation, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${this.key}`);
    // The server may close a keep-alive connection just as the next call is sent.
    headers.set("connection", "close");
    const response = await fetch(service.origin + path, { ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      fields: isJson ? JSON.parse(text) : { text },
    };
  }
}
