// `npm run admin -- doctor [--json]`: reports the problems of a setup and their fixes. It starts and migrates
// nothing.
import { parseArgs } from "node:util";
import { findPostgres } from "#lib/db/embedded.ts";
import { readOfferFile } from "#lib/plans/offer.ts";
import { readEnvironment } from "#lib/platform/env.ts";
import type { Check } from "./doctor/checks.ts";
import { type Finding, found } from "./doctor/findings.ts";
import { generateClient } from "./generate.ts";

/** Exit codes: no findings, an error, or only warnings. */
const exitCodes = { ok: 0, error: 1, warning: 2 } as const;

const { values } = parseArgs({ options: { json: { type: "boolean" } } });
process.env.LOG_LEVEL = "silent";
await generateClient();
const report = await examine();
if (values.json) console.log(JSON.stringify(report));
else print(report);
process.exit(exitCodes[report.status]);

/** If the settings cannot be read, no other check is possible. */
async function examine(): Promise<Report> {
  let given: ReturnType<typeof readEnvironment>;
  try {
    given = readEnvironment(process.env);
    if (given.PLANS_FILE) readOfferFile(given.PLANS_FILE);
  } catch (error) {
    // The first of several lines is their heading.
    const [first, ...others] = (error as Error).message.split("\n");
    const lines = others.length > 0 ? others : [first ?? ""];
    return reportOf([
      {
        name: "configuration",
        findings: lines.map((line) =>
          found("configuration_invalid", { problem: line.replace(/^\s*-\s*/, "") }),
        ),
      },
    ]);
  }
  process.env.DATA_DIR = given.DATA_DIR;
  process.env.BACKUP_SCHEDULE = given.BACKUP_SCHEDULE;
  const embedded = given.DATABASE_URL ? null : await findPostgres(given.DATA_DIR).catch(() => null);
  const url = given.DATABASE_URL ?? embedded?.url ?? null;
  if (url) process.env.DATABASE_URL = url;
  // Imported only here, because its modules read the environment and throw if it is invalid.
  const { runChecks } = await import("./doctor/checks.ts");
  return reportOf(await runChecks(given, url));
}

interface Report {
  status: keyof typeof exitCodes;
  checks: { name: string; status: keyof typeof exitCodes | "skipped" }[];
  findings: Finding[];
}

function reportOf(checks: Check[]): Report {
  const statusOf = (findings: Check["findings"]) => {
    if (findings === null) return "skipped";
    if (findings.some(({ severity }) => severity === "error")) return "error";
    return findings.length > 0 ? "warning" : "ok";
  };
  const findings = checks.flatMap((check) => check.findings ?? []);
  const status = statusOf(findings);
  return {
    status: status === "skipped" ? "ok" : status,
    checks: checks.map(({ name, findings: own }) => ({ name, status: statusOf(own) })),
    findings,
  };
}

function print({ checks, findings }: Report): void {
  const marks = { ok: "✓", warning: "!", error: "✗", skipped: "-" };
  for (const { name, status } of checks) {
    console.log(`${marks[status]} ${name}${status === "skipped" ? " (not checked)" : ""}`);
  }
  for (const { key, severity, message, fix } of findings) {
    console.log(`\n${severity}: ${key}\n  ${message}\n  Fix: ${fix}`);
  }
  if (findings.length === 0) console.log("\nNo problems found.");
}
