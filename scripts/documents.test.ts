import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { trialsPerAddress } from "#lib/account-lifecycle/trial.ts";
import { listTasks } from "#lib/background.ts";
import { defaultPlans, trialUploads } from "#lib/contract/billing/plans.ts";
import {
  agentWaitSeconds,
  idempotencyHours,
  maxBatchItems,
  toolBodyLimitBytes,
  unansweredWebhooksPerMinute,
  unusedUploadDays,
  uploadLimitBytes,
} from "#lib/contract/limits.ts";
import { tools } from "#lib/contract/mcp/tools.ts";
import { operations } from "#lib/contract/operations.ts";
import {
  aspectRatios,
  cutoutCost,
  defaultBaseCosts,
  generationCost,
  multipliers,
  resolutions,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import { retention, retentionTable } from "#lib/contract/retention.ts";
import { sectionIds, sections } from "#lib/contract/sections.ts";
import { env, environmentNames } from "#lib/platform/env.ts";
import { modelProviders } from "#lib/platform/model-providers.ts";

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), "utf8");
const readme = await read("README.md");
const configuration = await read("docs/configuration.md");
const handbook = await read("docs/operations.md");
const imageModels = await read("docs/image-models.md");
const count = (value: number) => value.toLocaleString("en");
const uploadLimit = `${uploadLimitBytes / 1024 / 1024} M`;

test.each([
  `style ${styleNames.join(" | ")}, aspect_ratio ${aspectRatios.join(" ")}, resolution ${resolutions.join(" ")}`,
  `${Object.values(multipliers).slice(0, -1).join(", ")} or ${multipliers["4K"]} credits for 1K, 2K or 4K`,
  `"credits_used":${generationCost("luxury", "2K", defaultBaseCosts)},"credits_remaining":{"monthly":${defaultPlans.pro.monthlyCredits - generationCost("luxury", "2K", defaultBaseCosts)}`,
  `| \`POST /api/v1/remove-bg\` | ${cutoutCost} credits |`,
  `upload up to ${uploadLimit}iB`,
  `(≤ ${uploadLimit}iB)`,
  `safe for ${idempotencyHours} hours`,
  `are deleted after ${unusedUploadDays} days`,
])("the README matches the tables: %s", (fact) => {
  expect(readme).toContain(fact);
});

test("the page about agents matches the tables", async () => {
  const text = await read("docs/mcp.md");
  const rows = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(tools));
  expect(text).toContain(`up to ${count(maxBatchItems)} photos`);
  expect(text).toContain(`wait up to ${agentWaitSeconds} seconds`);
  expect(text).toContain(`for ${idempotencyHours} hours`);
  expect(text).toContain(
    `up to ${Math.floor(toolBodyLimitBytes / 1024 / 1024)} MiB, a picture in it ${uploadLimit}iB`,
  );
  expect(readme).toContain("`POST /api/mcp`");
});

test("the README has at most 150 lines", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(150);
});

test.each([
  `| \`RATE_LIMIT_PER_MINUTE\`, \`TRIAL_DAYS\` | \`${env().RATE_LIMIT_PER_MINUTE}\`, \`${env().TRIAL_DAYS}\` |`,
  `| \`WEBHOOK_RATE_PER_MINUTE\` | \`${env().WEBHOOK_RATE_PER_MINUTE}\` |`,
  `${unansweredWebhooksPerMinute} at a host that has not`,
  `| \`UPLOAD_MAX_MB\` | \`${env().UPLOAD_MAX_MB}\` |`,
  `| \`DISK_FLOOR_MB\` | \`${env().DISK_FLOOR_MB}\` |`,
  `${{ 3: "three" }[trialsPerAddress]} a day per client address`,
])("the configuration matches the tables: %s", (fact) => {
  expect(configuration).toContain(fact);
});

/** Set by scripts or tests only. */
const internal = ["NODE_ENV", "STRIPE_API_URL"];

test.each(environmentNames.filter((name) => !internal.includes(name)))("%s is documented", (name) => {
  expect(configuration + imageModels).toContain(`\`${name}\``);
});

test.each([
  `is deleted after ${unusedUploadDays} days`,
  `${trialUploads.storageMb} MB and ${trialUploads.files} files on trial`,
  `${count(defaultPlans.starter.uploads.storageMb)} MB and ${count(defaultPlans.starter.uploads.files)} files on Starter`,
  `up to ${count(defaultPlans.ultra.uploads.storageMb)} MB on Ultra`,
])("the operator's handbook matches the tables: %s", (fact) => {
  expect(handbook).toContain(fact);
});

test.each(Object.entries(modelProviders))("the documents name the settings of %s", (name, provider) => {
  const [line = ""] = imageModels.split("\n").filter((row) => row.startsWith(`| \`${name}/`));
  expect(line).toContain(`\`${provider.keyName}\``);
  expect(line).toContain(`\`${provider.baseUrlName}\``);
});

test("the README names every path of the API, in one line per resource", () => {
  for (const { path } of Object.values(operations)) expect(readme).toContain(path);
  const [, table = ""] = readme.split("| Resource | Calls | Credits |");
  const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| ([A-Z][^|]*) \|/gm)].map(
    ([, title]) => title,
  );
  expect(rows).toEqual(sectionIds.map((id) => sections[id].title));
});

const root = path.join(import.meta.dirname, "..");

async function listFiles(...patterns: string[]): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: root })) files.push(file);
  return files;
}

test("the documents together have fewer than 30,000 words", async () => {
  const texts = await Promise.all((await listFiles("*.md", "docs/**/*.md")).map(read));
  expect(texts.join("\n").split(/\s+/).length).toBeLessThan(30_000);
});

test("links between the documents have existing targets", async () => {
  const documents = await listFiles("*.md", "{assets,docs}/**/*.md");
  const broken = await Promise.all(
    documents.map(async (document) => {
      const links = [...(await read(document)).matchAll(/\]\((?!https?:|\/)([^)#\s]+)?(?:#([^)]+))?\)/g)];
      const results = links.map(async ([, file, anchor]) => {
        const target = file ? path.join(path.dirname(document), file) : document;
        const text = await read(target).catch((error) => (error.code === "EISDIR" ? "" : null));
        const anchors = [...(text ?? "").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
          title
            .toLowerCase()
            .replace(/[^\w\- ]/g, "")
            .replaceAll(" ", "-"),
        );
        return text === null || (anchor && !anchors.includes(anchor))
          ? [`${document}: ${target}#${anchor}`]
          : [];
      });
      return (await Promise.all(results)).flat();
    }),
  );
  expect(broken.flat()).toEqual([]);
});

test("files that the documents name exist", async () => {
  const files = await listFiles(
    "{app,assets/makers,components,e2e,lib,prisma,scripts}/**/*.{ts,tsx,mjs,sql}",
    "*.{ts,md}",
  );
  const documents = await listFiles("*.md", "{assets,docs}/**/*.md");
  expect(documents.length).toBeGreaterThan(30);
  const missing = await Promise.all(
    documents.map(async (document) => {
      const text = await readFile(path.join(root, document), "utf8");
      const named = [...text.matchAll(/`([\w./[\]-]+\.(?:ts|tsx|mjs|sql))`/g)].map(([, name = ""]) => name);
      // A document may name a file by any trailing part of its path.
      const lacking = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
      return lacking.map((name) => `${document}: ${name}`);
    }),
  );
  expect(missing.flat()).toEqual([]);
});

test("the page about retention has the table, and the tasks in it exist", async () => {
  expect(await read("docs/retention.md")).toContain(retentionTable());
  const tasks = new Set(listTasks().map(({ queue }) => queue));
  const elsewhere = ["backup"];
  for (const { task } of Object.values(retention)) {
    if (task !== null && !elsewhere.includes(task)) expect(tasks).toContain(task);
  }
  expect(env().REFUNDED_WORK_DAYS).toBe(retention.refundedWork.days);
});
