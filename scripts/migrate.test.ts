import path from "node:path";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "#lib/testing/database.ts";
import { runNode } from "./parts/child.ts";

const script = path.join(import.meta.dirname, "migrate.ts");
const admin = path.join(import.meta.dirname, "start/admin.ts");

test("pending migrations are reported, block other commands, and are deployed by the operator", async () => {
  const database = await createEmptyDatabase();
  const env = { ...process.env, DATABASE_URL: database.url, MIGRATE_ON_START: "off" };
  const migrate = (...args: string[]) => runNode([script, ...args], env);
  try {
    const before = await migrate("status", "--json");
    expect(before.code).toBe(1);
    expect(JSON.parse(before.output)).toMatchObject({
      up_to_date: false,
      applied: [],
      pending: expect.arrayContaining(["20261127000000_initial"]),
      newer: [],
      problem: null,
    });
    const early = await runNode([admin, "credits", "audit"], env);
    expect(early).toEqual({ code: 1, output: expect.stringContaining("run npm run migrate -- deploy") });
    const deployed = await migrate("deploy");
    expect(deployed).toEqual({ code: 0, output: expect.stringContaining("Applied: 20261127000000_initial") });
    const after = await migrate("status");
    expect(after).toEqual({ code: 0, output: expect.stringContaining("The database is up to date.") });
  } finally {
    await database.drop();
  }
});
