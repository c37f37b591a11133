import { Prisma, sql } from "../db/index.ts";
import { queue } from "./boss.ts";

/** Notification channel that wakes workers: the payload is the queue's name. */
export const wakeChannel = "queue";

/** SQL expression that wakes the workers of a queue when its transaction commits. */
export function wakeWorkers(name: string): Prisma.Sql {
  return sql`pg_notify(${wakeChannel}, ${name})::text`;
}

const statements = new Map<string, readonly [string, string]>();

/**
 * The INSERT of jobs into a queue, as a WITH member of the statement that causes them, so that both commit together.
 * `payload` is a scalar query of a JSON array of jobs as text, with pg-boss's fields: `data`, and optionally
 * `priority`, `startAfter`, `singletonKey`, `groupId`, `groupTier`. The SQL is pg-boss's own.
 */
export async function enqueueStatement(name: string, payload: Prisma.Sql): Promise<Prisma.Sql> {
  const known = statements.get(name) ?? (await captureInsert(name));
  statements.set(name, known);
  return new Prisma.Sql(known, [payload]);
}

/** Captures pg-boss's INSERT for a job: its only parameter is the array of jobs. */
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
