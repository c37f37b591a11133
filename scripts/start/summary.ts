import type { Demo } from "../seed.ts";

interface Ready {
  baseUrl: string;
  /** Null without a demo account. */
  demo: Demo | null;
  /** A picture on the image host for the example call. */
  imageUrl: string | null;
  dataDir: string;
  backups: Backups;
  /** Settings that the operator should fix. */
  warnings: readonly string[];
}

interface Backups {
  /** A cron pattern, or `off`. */
  schedule: string;
  /** Time of the last successful backup, from /api/health; null if there was none. */
  lastSuccessAt: string | null;
}

/** The summary that the operator sees once everything runs. */
export function formatSummary({ baseUrl, demo, imageUrl, dataDir, backups, warnings }: Ready): string {
  const lines = ["", `  ${bold("Photo Generation Service")} is ready`, "", `  Dashboard   ${baseUrl}`];
  if (demo) {
    lines.push(`  Sign in     ${demo.email}   password ${demo.password}`, `  API key     ${demo.api_key}`);
    lines.push(`  Test key    ${demo.test_api_key}   (costs nothing, watermarked)`);
    lines.push("", imageUrl ? "  Make a photo:" : "  Read the balance:", "", firstCall(demo, imageUrl));
  } else {
    lines.push(
      "  Accounts    npm run admin -- account create --email you@example.com --tier pro --status active",
    );
  }
  lines.push("", `  Reference   ${baseUrl}/docs`, `  Data        ${dataDir}`);
  lines.push(`  Backups     ${describeBackups(backups)}`, "  Stop        Ctrl-C", "");
  for (const warning of warnings) lines.push(`  ! ${warning}`, "");
  return lines.join("\n");
}

function describeBackups({ schedule, lastSuccessAt }: Backups): string {
  if (schedule === "off") return "not scheduled: set BACKUP_URL, or BACKUP_SCHEDULE";
  const last = lastSuccessAt
    ? `the last one ${lastSuccessAt.slice(0, 16).replace("T", " ")} UTC`
    : "none yet";
  return `at ${schedule} (UTC), ${last}. Now: npm run admin -- backup run`;
}

/** One line, so that it pastes into any shell; not indented, so that it is copied whole. */
function firstCall(demo: Demo, imageUrl: string | null): string {
  const auth = `-H 'Authorization: Bearer ${demo.api_key}'`;
  if (!imageUrl) return `curl -sS ${demo.base_url}/api/v1/credits ${auth}`;
  const body = JSON.stringify({ image_url: imageUrl, type: "product", style: "studio" });
  return `curl -sS ${demo.base_url}/api/v1/generate ${auth} -H 'Content-Type: application/json' -d '${body}'`;
}

function bold(text: string): string {
  return process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text;
}
