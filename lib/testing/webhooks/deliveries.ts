import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, afterEach, expect, vi } from "vitest";
import { db } from "../../db/index.ts";
import { newId } from "../../platform/ids.ts";
import { stopQueue } from "../../queue/boss.ts";
import { emitEvent } from "../../webhooks/emit.ts";
import { makeAccount } from "../accounts.ts";
import { someCredits, startReceiver } from "./receiver.ts";
import { createVerifiedEndpoint } from "./verified.ts";

/** A receiver with endpoints of several accounts, and other processes that deliver to it, for the tests of a file. */
export async function useDeliveries() {
  const receiver = await startReceiver();
  const children = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of children) child.kill("SIGKILL");
    children.clear();
    await stopQueue();
  });
  afterAll(() => receiver.close());

  async function startChild(): Promise<ChildProcess> {
    const child = fork(path.join(import.meta.dirname, "deliver-child.ts"), { execArgv: [] });
    children.add(child);
    await once(child, "message");
    return child;
  }

  async function makeEndpoint(hook: string) {
    const { userId } = await makeAccount();
    const { id, secret } = await createVerifiedEndpoint(
      { url: receiver.url(hook), events: ["*"] },
      { userId },
    );
    const allSucceeded = () =>
      vi.waitFor(
        async () => {
          const where = { endpointId: id, NOT: { status: "succeeded" as const } };
          expect(await db().webhookDelivery.count({ where })).toBe(0);
        },
        { timeout: 20_000 },
      );
    return { id, secret, emit: () => emit(userId), allSucceeded };
  }

  /** Endpoints of one account that answered their first pings and then stop answering. */
  async function makeSilentEndpoints(count: number) {
    const { userId } = await makeAccount();
    const open: ServerResponse[] = [];
    const hooks = Array.from({ length: count }, (_, index) => `/silent-${userId}-${index}`);
    for (const hook of hooks) {
      receiver.answerWith(hook, (_request, response) => void open.push(response));
      await createVerifiedEndpoint({ url: receiver.url(hook), events: ["*"] }, { userId });
    }
    const answerAll = () => {
      for (const hook of hooks) receiver.answerWith(hook, 200);
      for (const response of open) response.writeHead(200).end();
    };
    return { emit: () => emit(userId), open, answerAll };
  }

  return { receiver, startChild, makeEndpoint, makeSilentEndpoints };
}

const emit = (userId: string) =>
  emitEvent({ userId, type: "credits.low", reference: newId("row"), data: someCredits });
