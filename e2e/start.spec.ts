import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { end, innerProcesses, isHealthyAt, launch, placeOfEach, startAt } from "./own-service.ts";
import { tried } from "./support.ts";

// Services of their own, from the same build, beside the one that the other files share.
test.describe.configure({ timeout: 180_000 });
test.skip(process.platform !== "linux", "reads the process table of Linux");

const [damaged, incomplete, busy] = [placeOfEach(), placeOfEach(), placeOfEach()];

test("a start that cannot succeed names the fix: damaged secrets, a missing variable, a port in use", async () => {
  const secrets = path.join(damaged.dataDir, "secrets.json");
  await writeFile(secrets, '{"root": "12');
  const program = `require("node:http").createServer((_, answer) => answer.end()).listen(${busy.port}, "127.0.0.1")`;
  const other = launch([process.execPath, "-e", program], {});
  await expect.poll(() => isHealthyAt(busy.port)).toBe(true);
  const starts = [
    { service: startAt(damaged), says: `${secrets} is damaged. Restore it from a backup.` },
    {
      service: startAt(incomplete, { STRIPE_SECRET_KEY: "sk_test_123" }),
      says: "STRIPE_WEBHOOK_SECRET missing",
    },
    { service: startAt(busy), says: `Port ${busy.port} is in use` },
  ];
  for (const { service, says } of starts) {
    expect(await service.exit()).toBe(1);
    expect(service.output()).toContain(says);
  }
  await end(other);
  expect(await readFile(secrets, "utf8")).toBe('{"root": "12');
  expect(await innerProcesses(damaged)).toEqual([]);
  tried("secrets");
});
