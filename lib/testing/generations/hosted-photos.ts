import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { db } from "#lib/db/index.ts";
import { generatePhoto } from "#lib/generations/order/call.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { imageHost } from "#lib/images/index.ts";
import { systemClock } from "#lib/models/paint.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, callApi } from "#lib/testing/api.ts";
import {
  type ProviderName,
  providerNames,
  type ServedProvider,
  serveProvider,
} from "#lib/testing/models/index.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

interface PhotoCall {
  /** Additional fields of the request. */
  json?: object;
  /** Simulates that this much of the call's time passed before it arrived. */
  passedMs?: number;
}

/**
 * Serves all providers for a test file that calls for photos by hosted models; the input is a small picture that is
 * already cut out. Pauses between calls are recorded instead of waited for.
 */
export function useHostedPhotos() {
  const servers = new Map<ProviderName, ServedProvider>();
  const pauses: number[] = [];
  let imageUrl = "";

  beforeAll(async () => {
    for (const name of providerNames) servers.set(name, await serveProvider(name));
    imageUrl = (await imageHost().upload(await drawnProduct(), { folder: "inputs/test" })).url;
  });
  afterAll(() => {
    for (const server of servers.values()) server.close();
  });
  beforeEach(() => {
    pauses.length = 0;
    vi.spyOn(systemClock, "sleep").mockImplementation(async (ms) => void pauses.push(ms));
    vi.spyOn(systemClock, "random").mockReturnValue(0);
  });

  return {
    pauses,
    served(name: ProviderName): ServedProvider {
      const server = servers.get(name);
      if (!server) throw new Error(`${name} is not served`);
      return server;
    },
    /** One call of a fresh account, with the state of its work and credits at the response. */
    async generate({ json = {}, passedMs = 0 }: PhotoCall = {}) {
      const { key, userId } = await makeAccount({ monthly: 1, topup: 2 });
      const request = { image_url: imageUrl, type: "product", style: "studio", prompt: "on a raft", ...json };
      const call = { key, json: request };
      const answer =
        passedMs > 0
          ? await callApi(operations.generate, lateHandler(passedMs), call)
          : await api("generate", call);
      const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
      const id = answer.headers.get("x-generation-id") ?? "";
      const row = (await api("getGeneration", { key, id })).body;
      return { ...answer, id, userId, row, credits: [monthly, topup] };
    },
  };
}

const lateHandler = (passedMs: number) =>
  endpoint(operations.generate, (input, by) =>
    generatePhoto(input, { ...by, startedAtMs: by.startedAtMs - passedMs }),
  );

/** Every file of the embedded image host. */
export async function storedFiles(): Promise<string[]> {
  const root = path.join(env().DATA_DIR, "images");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
}

/** The recorded provider calls of a photo, in order; waits until there are `count`. */
export async function bookedCalls(generationId: string, count: number) {
  const find = () => db().modelCall.findMany({ where: { generationId }, orderBy: { id: "asc" } });
  await vi.waitUntil(async () => (await find()).length >= count, { timeout: 10_000 });
  return find();
}

/** The kinds of a photo's ledger entries, in order. */
export async function creditMoves(userId: string, generationId: string): Promise<string[]> {
  const where = { userId, reference: { endsWith: `:${generationId}` } };
  const entries = await db().ledgerEntry.findMany({ where, orderBy: { id: "asc" } });
  return entries.map(({ kind }) => kind);
}
