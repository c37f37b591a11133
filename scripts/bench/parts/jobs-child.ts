// Runs web server and worker in one process and counts the statements sent to the database (bench `jobs`).
import pg from "pg";
import "#lib/testing/cluster/fixed-studio-child.ts";

const counts = new Map<string, number>();
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text: string }];
  const text = (typeof first === "string" ? first : first.text).replace(/\s+/g, " ").trim();
  counts.set(text, (counts.get(text) ?? 0) + 1);
  return Reflect.apply(query, this, args);
} as typeof query;

/** Sends the counts since the last message. */
process.on("message", () => {
  process.send?.([...counts]);
  counts.clear();
});
await import("#lib/testing/cluster/web-child.ts");
process.send?.("ready");
