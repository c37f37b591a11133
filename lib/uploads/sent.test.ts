import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { db } from "../db/index.ts";
import { runCall } from "../platform/calls.ts";
import { makeAccount } from "../testing/accounts.ts";
import { useDatabase } from "../testing/database.ts";
import { storeSent } from "./sent.ts";

await useDatabase();

test("more calls of an account than run at once store one picture together, once", async () => {
  const { userId } = await makeAccount();
  const file = await readFile(path.resolve("public/samples/mug.jpg"));
  const digest = createHash("sha256").update(file).digest("hex");
  const calls = Array.from({ length: 8 }, () =>
    runCall(userId, () => storeSent({ file, digest }, { userId })),
  );
  const urls = new Set((await Promise.all(calls)).map(({ imageUrl }) => imageUrl));
  expect(urls.size).toBe(1);
  expect(await db().hostedPicture.count({ where: { publicId: { contains: digest.slice(0, 32) } } })).toBe(1);
});
