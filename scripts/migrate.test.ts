import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { runNode } from "./parts/child.ts";

const script = path.join(import.meta.dirname, "migrate.ts");
const admin = path.join(import.meta.dirname, "start/admin.ts");

test("the operator sees what is pending, is refused until it is deployed, deploys it, and sees that nothing is", async () => {
  const server = new URL(inject("templateDatabaseUrl"));
  server.pathname = "/photos";
  const owner = new pg.Client({ connectionString: server.href });
  await owner.connect();
  const name = `operator_${randomBytes(6).toString("hex")}`;
  await owner.query(`CREATE DATABASE ${name}`);
  const database = new URL(server);
  database.pathname = `/${name}`;
  const env = { ...process.env, DATABASE_URL: database.href, MIGRATE_ON_START: "off" };
  const migrate = (...args: string[]) => runNode([script, ...args], env);
  try {
    const before = await migrate("status", "--json");
    expect(before.code).toBe(1);
    expect(JSON.parse(before.output)).toMatchObject({
      up_to_date: false,
      applied: [],
      pending: expect.arrayContaining(["20261121112807_init"]),
      newer: [],
      problem: null,
    });
    const early = await runNode([admin, "credits", "audit"], env);
    expect(early).toEqual({ code: 1, output: expect.stringContaining("run npm run migrate -- deploy") });
    const deployed = await migrate("deploy");
    expect(deployed).toEqual({ code: 0, output: expect.stringContaining("Applied: 20261121112807_init") });
    const after = await migrate("status");
    expect(after).toEqual({ code: 0, output: expect.stringContaining("The database is up to date.") });
  } finally {
    await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await owner.end();
  }
});
