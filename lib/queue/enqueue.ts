import { Prisma, sql } from "../db/index.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queue } from "./boss.ts";

/** The channel that notifies workers of a job: the payload is the queue's name. */
export const wakeChannel = "queue";

/** An expression that wakes the workers of a queue when its transaction is committed. */
export function wakeWorkers(name: string): Prisma.Sql {
  return sql`pg_notify(${wakeChannel}, ${name})::text`;
}

const statements = processSlot("enqueue", () => new Map<string, readonly [string, string]>());

/**
 * The INSERT that puts jobs into a queue, for a WITH of the statement that causes them: no crash can separate
 * the two. `payload` is a scalar query of one JSON array of jobs as text, their fields pg-boss's own: `data`, and
 * `priority`, `startAfter`, `singletonKey`, `groupId`, `groupTier` where wanted. The statement's text is pg-boss's too.
 */
export async function enqueueStatement(name: string, payload: Prisma.Sql): Promise<Prisma.Sql> {
  const known = statements().get(name) ?? (await captureInsert(name));
  statements().set(name, known);
  return new Prisma.Sql(known, [payload]);
}

/** What pg-boss would send for a job: its one parameter is the array of jobs. */
async function captureInsert(name: string): Promise<readonly [string, string]> {
  const boss = await queue();
  let text = "";
  const capture = async (statement: string) => {
    text = statement;
    return { rows: [] };
  };
  await boss.send(name, {}, { db: { executeSql: capture } });
  const [before, after, ...more] = text.split("$1");
  if (before === undefined || after === undefined || more.length > 0 || /\$\d/.test(after)) {
    throw new Error(`pg-boss inserts jobs in another way than this service knows: ${text}`);
  }
  return [`${before}(`, `)${after}`];
}
