import { z } from "zod";
import type { Operation } from "#lib/contract/operation.ts";
import { cases } from "./cases/index.ts";
import { checkRefusal, checkSuccess } from "./check.ts";
import { allOperations } from "./derived.ts";
import { type Case, expectEqual } from "./suite.ts";
import type { Things } from "./things.ts";

interface Page {
  data: unknown[];
  next_cursor: string | null;
}

const rows = 6;
/** In the order of their batch. */
const inOtherOrder: readonly string[] = ["listBatchItems"];

function expectNewestFirst(id: string, data: readonly unknown[]): void {
  if (inOtherOrder.includes(id)) return;
  const times = data.flatMap((one) => (one as { created_at?: string }).created_at ?? []);
  expectEqual(times, times.toSorted().reverse(), "the newest first");
}

/** Of a product, its name. */
const idOf = (one: unknown) =>
  (one as { id?: string; product?: string }).id ?? (one as { product: string }).product;

const isList = ({ input }: Operation) =>
  input.from === "query" && "cursor" in (z.toJSONSchema(input.schema, { io: "input" }).properties ?? {});

/** Every list, read in pages of two: none of its rows is missing, repeated or at another place. */
export function lists(things: Things): Case[] {
  const { world } = things;
  return allOperations
    .filter(([, operation]) => isList(operation))
    .map(([id, operation]) => {
      const ask = async (query: Record<string, string>) => {
        const call = await cases[id][0](things);
        return await world.call(operation, { ...call, query });
      };
      const read = async (query: Record<string, string>): Promise<Page> => {
        const answer = await ask(query);
        checkSuccess(operation, answer);
        return answer.json as Page;
      };
      const expectNoneOf = async (own: readonly unknown[]) => {
        const answer = await world.call(
          operation,
          { query: { limit: "100" } },
          await world.account("stranger"),
        );
        const theirs = (answer.json as Page).data.map(idOf);
        expectEqual(
          own.map(idOf).filter((one) => theirs.includes(one)),
          [],
          "what a stranger's list has too",
        );
      };
      const inPages = async () => {
        const data: unknown[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null && data.length < rows) {
          const page: Page = await read({ limit: "2", ...(cursor && { cursor }) });
          data.push(...page.data);
          cursor = page.next_cursor;
        }
        return data;
      };
      return {
        subject: id,
        name: "its pages have the rows of the list, and no other cursor is accepted",
        async run() {
          const { data: all } = await read({ limit: "100" });
          expectNewestFirst(id, all);
          if (world.own && operation.missingKeyCode !== null && !operation.path.includes("{id}"))
            await expectNoneOf(all);
          // Work of earlier cases may end meanwhile, which changes the list.
          for (let attempt = 1; ; attempt += 1) {
            const { data } = await read({ limit: String(rows) });
            const found = await inPages();
            if (attempt === 5) expectEqual(found, data, "the rows");
            if (JSON.stringify(found) === JSON.stringify(data)) break;
          }
          checkRefusal(operation, await ask({ cursor: "x" }), { code: "invalid_params" });
        },
      };
    });
}
