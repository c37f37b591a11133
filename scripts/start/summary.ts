import type { Demo } from "../seed.ts";

interface Ready {
  baseUrl: string;
  /** null without a demo account. */
  demo: Demo | null;
  /** A picture already on the image host that a first call can use. */
  imageUrl: string | null;
  dataDir: string;
}

/** What the operator sees once everything stands. */
export function formatSummary({ baseUrl, demo, imageUrl, dataDir }: Ready): string {
  const lines = ["", `  ${bold("Photo Generation Service")} is ready`, "", `  Dashboard   ${baseUrl}`];
  if (demo) {
    lines.push(`  Sign in     ${demo.email}   password ${demo.password}`, `  API key     ${demo.api_key}`);
    lines.push("", imageUrl ? "  Make a photo:" : "  Read the balance:", "", firstCall(demo, imageUrl));
  } else {
    lines.push(
      "  Accounts    npm run admin -- account create --email you@example.com --tier pro --status active",
    );
  }
  lines.push("", `  Reference   ${baseUrl}/docs`, `  Data        ${dataDir}`, "  Stop        Ctrl-C", "");
  return lines.join("\n");
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
