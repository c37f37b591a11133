import { expect, test } from "vitest";
import { migrationsFolder, parseMigration, readMigrations } from "#lib/db/migrations/files.ts";
import { findRuleViolations } from "./rules.ts";

const before = "20991231000000_before";
const violationsOf = (script: string) =>
  findRuleViolations([parseMigration(before, "SELECT 1"), parseMigration("21000101000000_new", script)]);

test("the migrations of this version follow the rules", async () => {
  expect(findRuleViolations(await readMigrations(migrationsFolder))).toEqual([]);
});

test.each([
  ['ALTER TABLE "generation" DROP COLUMN "prompt"', "may still use the dropped object"],
  ['ALTER TABLE generation ADD COLUMN a INT, DROP "prompt"', "may still use the dropped object"],
  ["drop table if exists generation", "may still use the dropped object"],
  ['DROP TYPE "tier"', "may still use the dropped object"],
  ['DROP INDEX "user_email_key"', "may still use the dropped object"],
  ['ALTER TABLE "user" DROP CONSTRAINT "user_pkey"', "may still use the dropped object"],
  ['ALTER TABLE "user" ALTER COLUMN "name" DROP NOT NULL', "may still use the dropped object"],
  ["DO $$ BEGIN IF true THEN\n  DROP TABLE generation; END IF; END $$", "may still use the dropped object"],
  ['TRUNCATE "rate_limit"', "may still read these rows"],
  ['ALTER TABLE "user" RENAME TO "person"', "uses the old name"],
  ['ALTER TABLE "user" RENAME COLUMN "name" TO "title"', "uses the old name"],
  ['ALTER INDEX "user_pkey" RENAME TO "x"', "uses the old name"],
  [`ALTER TYPE "tier" ADD VALUE 'huge'`, "cannot read new values of a type"],
  ['ALTER TABLE "user" ALTER COLUMN "image" SET NOT NULL', "may write NULL"],
  ['ALTER TABLE "user" ALTER "image" TYPE VARCHAR(9)', "expects the old type"],
  ['ALTER TABLE "user" ALTER COLUMN "image" SET DATA TYPE VARCHAR(9)', "expects the old type"],
  ['ALTER TABLE "user" ADD COLUMN "a" TEXT NOT NULL', "does not write this column"],
  ['ALTER TABLE "user" ADD "a" TEXT, ADD "b" NUMERIC(4, 2) NOT NULL', "does not write this column"],
  ['ALTER TABLE "user" ADD CONSTRAINT "c" CHECK ("name" <> $$;$$)', "must be added NOT VALID"],
  ['ALTER TABLE "user" ADD CHECK (name <> image)', "must be added NOT VALID"],
  [
    'ALTER TABLE "user" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "balance" ON DELETE CASCADE',
    "must be added NOT VALID",
  ],
  ['ALTER TABLE "user" ADD CONSTRAINT "c" UNIQUE ("name")', "rows that this UNIQUE rejects"],
  ['CREATE UNIQUE INDEX "i" ON "user"("name")', "rows that this index rejects"],
  [
    'CREATE TABLE "x" ("user_id" TEXT REFERENCES "user"("id"))',
    "deletes rows without deleting references to them",
  ],
  [
    'CREATE TABLE "x" ("u" TEXT); ALTER TABLE "x" ADD CONSTRAINT "f" FOREIGN KEY ("u") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE',
    "deletes rows without deleting references to them",
  ],
  [
    'ALTER TABLE "user" ADD COLUMN "a" TEXT; CREATE INDEX "i" ON "balance"("user_id")',
    "locks user and balance",
  ],
  ["COMMIT", "ends the transaction"],
  ['CREATE INDEX CONCURRENTLY "i" ON "user"("name")', "CONCURRENTLY cannot run in a transaction"],
  ['-- no-transaction\nALTER TABLE "user" ADD COLUMN "a" TEXT', "is allowed only for indexes"],
  [
    '-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "user"("name")',
    "is allowed only for indexes",
  ],
  [`ALTER TABLE "user" ADD COLUMN "a" TEXT; UPDATE "user" SET "a" = 'x'`, "keeps a changed table locked"],
  [
    'ALTER TABLE "user" ADD COLUMN "a" TEXT; INSERT INTO "balance" SELECT id FROM "user"',
    "keeps a changed table locked",
  ],
  ["-- contract: compatible-with 2000_unknown\nSELECT 1", "is not a migration"],
  ["-- contract: compatible-with 21000101000000_new\nSELECT 1", "does not precede it"],
])("rejects %s", (script, problem) => {
  const violations = violationsOf(script);
  expect(violations).toHaveLength(1);
  expect(violations[0]).toMatch(new RegExp(`^21000101000000_new: .*${problem}`));
});

test.each([
  `CREATE TYPE "kind" AS ENUM ('a'); ALTER TYPE "kind" ADD VALUE 'b'`,
  'CREATE TABLE "x" ("id" TEXT NOT NULL, "user_id" TEXT NOT NULL, CONSTRAINT "x_pkey" PRIMARY KEY ("id"));' +
    'CREATE UNIQUE INDEX "x_user_id_key" ON "x"("user_id");' +
    'ALTER TABLE "x" ALTER COLUMN "user_id" DROP NOT NULL;' +
    'ALTER TABLE "x" ADD CONSTRAINT "f" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE',
  'ALTER TABLE "user" ADD COLUMN "a" TEXT, ADD COLUMN "b" INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE "user" ADD COLUMN "a" TEXT; CREATE UNIQUE INDEX "u" ON "user"("a")',
  'ALTER TABLE "user" ADD COLUMN "a" TEXT REFERENCES "balance"("user_id") ON DELETE SET NULL',
  'ALTER TABLE "user" ADD CONSTRAINT "c" CHECK ("name" IN (1, 2)) NOT VALID',
  'ALTER TABLE "user" VALIDATE CONSTRAINT "c"',
  'CREATE INDEX "i" ON "user"("name")',
  '-- no-transaction\nDROP INDEX CONCURRENTLY IF EXISTS "i";\nCREATE INDEX CONCURRENTLY "i" ON "user" USING gin ("name");',
  `UPDATE "user" SET "name" = 'DROP TABLE x; ALTER TABLE y' -- ; DROP TABLE z\n/* ; TRUNCATE y; */`,
  "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN DELETE FROM x; RETURN OLD; END $body$",
  `-- contract: compatible-with ${before}\nALTER TABLE "user" DROP COLUMN "image"`,
])("allows %s", (script) => {
  expect(violationsOf(script)).toEqual([]);
});

test("a new migration cannot be dated before the rules", async () => {
  const all = await readMigrations(migrationsFolder);
  const late = parseMigration("20261126000000_late", 'DROP TABLE "user"');
  expect(findRuleViolations([...all, late].sort((a, b) => (a.name < b.name ? -1 : 1)))).toEqual([
    expect.stringContaining("rename its folder"),
  ]);
});
