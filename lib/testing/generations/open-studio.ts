import { vi } from "vitest";
import { db } from "#lib/db/index.ts";
import type { TestAnswer } from "#lib/testing/api.ts";
import { callPaid, paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";

export const balanceOf = async (userId: string) => {
  const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
  return [monthly, topup];
};
export const respondAsync = { prefer: "respond-async" };
export const idOf = ({ headers }: TestAnswer) => headers.get("x-generation-id") ?? "";

/** A studio whose photos are finished by the test. */
export function openStudio(cost = 3) {
  const waiting = new Map<string, () => void>();
  let isOpen = false;
  const make = async (say: string) => {
    if (!isOpen) await new Promise<void>((resolve) => waiting.set(say, resolve));
    return { url: `https://example.com/${say}.jpg`, publicId: null, width: 4, height: 3, sizeBytes: 12 };
  };
  const handler = paidEndpoint(cost, make);
  const call = (key: string, say: string, headers: Record<string, string> = {}, json: object = {}) =>
    callPaid(handler, { key, json: { say, ...json }, headers });
  const begun = (say: string) => vi.waitUntil(() => waiting.has(say), { interval: 5, timeout: 20_000 });
  const finish = async (say: string) => {
    await begun(say);
    waiting.get(say)?.();
  };
  const finishAll = () => {
    isOpen = true;
    for (const go of waiting.values()) go();
  };
  return { call, begun, finish, finishAll };
}
