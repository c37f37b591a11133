import { expect } from "vitest";
import { db } from "#lib/db/index.ts";
import { type Account, makeAccount } from "../accounts.ts";
import { api } from "../api.ts";

/** Every way to ask for photos of one picture; `change` are further fields of the photo. */
export function photoOrders(imageUrl: string) {
  const body = (change: object) => ({ image_url: imageUrl, type: "product", ...change });
  const work = (change: object) => ({ operation: "generate", request: body(change) });
  const ways = {
    order: ({ key }: Account, change: object) =>
      api("generate", { key, headers: { prefer: "respond-async" }, json: body(change) }),
    preview: ({ key }: Account, change: object) => api("preview", { key, json: body(change) }),
    estimate: ({ key }: Account, change: object) =>
      api("estimate", { key, json: { requests: [work(change)] } }),
    orderBatch: ({ key }: Account, change: object) =>
      api("createBatch", { key, json: { items: [{ custom_id: "a", ...work(change) }] } }),
    makeLook: ({ key }: Account, settings: object) =>
      api("createLook", { key, json: { name: "Look", settings } }),
  };
  /** Expects that each way, a look too if its settings have the field, names the field and what to do, uncharged. */
  async function expectRefused(change: object, { path, fix = "", look = false }: Refusal): Promise<void> {
    const account = await makeAccount({ monthly: 5, topup: 0 });
    const answers = [
      [path, await ways.order(account, change)],
      [path, await ways.preview(account, change)],
      [`requests[0].request.${path}`, await ways.estimate(account, change)],
      [`items[0].request.${path}`, await ways.orderBatch(account, change)],
      ...(look ? [[`settings.${path}`, await ways.makeLook(account, change)] as const] : []),
    ] as const;
    for (const [where, { status, body: answer }] of answers) {
      const [issue, ...others] = answer.error.issues;
      expect([status, answer.error.code, issue.path]).toEqual([400, "invalid_params", where]);
      expect(issue.message).toContain(fix);
      expect(others).toEqual([]);
    }
    const { userId } = account;
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 5 });
    expect(await db().generation.count({ where: { userId } })).toBe(0);
  }
  return { ...ways, expectRefused };
}

interface Refusal {
  path: string;
  fix?: string;
  look?: boolean;
}
