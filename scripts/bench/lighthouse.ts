/**
 * Lighthouse's four scores of the landing page, the reference and the studio, on a simulated phone and on a desktop.
 *
 *   npm run bench -- lighthouse [--url http://localhost:3000 --email E --password P] [--runs 1] [--page landing]
 *
 * Without `--url` it starts its own service. Prints the median of several runs, then the audits that cost points.
 * The simulation counts processor time, so other work on the machine lowers the performance score.
 *
 * Lighthouse simulates a phone by slowing the processor down four times, which suits a benchmark index of 1500 to
 * 2000. The index is printed and, if it calls for another slowdown, also the score with that slowdown.
 */
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig, type Flags, type Result } from "lighthouse";
import { freePort } from "#lib/db/embedded/cluster.ts";
import { requireBrowser } from "../test/browser.ts";
import { median } from "./parts/measure.ts";
import { startService } from "./parts/service.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    email: { type: "string", default: "" },
    password: { type: "string", default: "" },
    runs: { type: "string", default: "1" },
    page: { type: "string", multiple: true },
  },
});
const pages: Record<string, { path: string; signedIn: boolean }> = {
  landing: { path: "/", signedIn: false },
  docs: { path: "/docs", signedIn: false },
  studio: { path: "/studio", signedIn: true },
};
const allCategories = ["performance", "accessibility", "best-practices", "seo"];
/** Pages behind a sign-in exclude search engines on purpose. */
const categoriesOf = (signedIn: boolean) => allCategories.filter((name) => !(signedIn && name === "seo"));
const aim = 95;

await using service = values.url === undefined ? await startService() : null;
const baseUrl = service?.demo.base_url ?? values.url ?? "";
const { email, password } = service?.demo ?? values;
const executablePath = await requireBrowser();
const port = await freePort();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", `--remote-debugging-port=${port}`],
});
const cookie = await signIn();

let isBelow = false;
for (const [name, { path, signedIn }] of Object.entries(pages)) {
  if (values.page && !values.page.includes(name)) continue;
  if (signedIn && cookie === null) {
    console.log(`${name}: not signed in (--email, --password)`);
    continue;
  }
  for (const device of ["mobile", "desktop"] as const) {
    const measured = { url: `${baseUrl}${path}`, device, ownCookie: signedIn ? cookie : null };
    const results = await measureOften(measured);
    report(`${name} ${device}`, results, categoriesOf(signedIn));
    if (device === "mobile") await reportCalibrated(measured, results);
  }
}
await browser.close();
process.exitCode = isBelow ? 1 : 0;

interface Measured {
  url: string;
  device: "mobile" | "desktop";
  ownCookie: string | null;
}

async function measureOften(measured: Measured, changed: Flags = {}): Promise<Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < Number(values.runs); run++) results.push(await measure(measured, changed));
  return results;
}

async function measure({ url, device, ownCookie }: Measured, changed: Flags): Promise<Result> {
  const flags: Flags = {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: categoriesOf(ownCookie !== null),
    ...changed,
    // Cookies are sent as a header because Lighthouse clears the browser's storage before each run.
    ...(ownCookie !== null && { extraHeaders: { Cookie: ownCookie } }),
  };
  const outcome = await lighthouse(url, flags, device === "desktop" ? desktopConfig : undefined);
  if (!outcome) throw new Error(`Lighthouse has no result for ${url}`);
  if (outcome.lhr.runtimeError) throw new Error(`${url}: ${outcome.lhr.runtimeError.message}`);
  return outcome.lhr;
}

function report(name: string, results: readonly Result[], categories: readonly string[]): void {
  const scores = categories.map((category) =>
    Math.round(100 * median(results.map(({ categories: of }) => of[category]?.score ?? 0))),
  );
  console.log(
    `${name.padEnd(16)}${categories.map((category, at) => `${category} ${scores[at]}`).join("   ")}`,
  );
  const metrics = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];
  const shown = metrics.map((id) => `${id} ${results[0]?.audits[id]?.displayValue ?? "?"}`);
  console.log(
    `  ${shown.join(", ")}, layout shift ${results[0]?.audits["cumulative-layout-shift"]?.displayValue}, benchmark index ${indexOf(results)}`,
  );
  for (const [at, category] of categories.entries()) {
    if ((scores[at] ?? 0) >= aim) continue;
    isBelow = true;
    for (const { id, weight } of results[0]?.categories[category]?.auditRefs ?? []) {
      const audit = results[0]?.audits[id];
      const score = audit?.score ?? 1;
      if (weight > 0 && score < 0.9) console.log(`  below: ${category}: ${audit?.title} (${score})`);
    }
  }
}

function indexOf(results: readonly Result[]): number {
  return Math.round(median(results.map(({ environment }) => environment.benchmarkIndex)));
}

/**
 * CPU slowdown that simulates a mid-tier phone on a machine with this benchmark index, as in Lighthouse's calculator.
 */
function slowdownFor(index: number): number {
  if (index >= 1_300) return 3 + (index - 1_300) / 233;
  return index >= 800 ? 2 + (index - 800) / 500 : Math.max(1, 1 + (index - 150) / 650);
}

/** Reports the performance score with the slowdown calibrated for this machine, in addition to the regular score. */
async function reportCalibrated(measured: Measured, results: readonly Result[]): Promise<void> {
  const { throttling } = results[0]?.configSettings ?? {};
  const cpuSlowdownMultiplier = Number(slowdownFor(indexOf(results)).toFixed(1));
  if (!throttling || Math.abs(cpuSlowdownMultiplier - throttling.cpuSlowdownMultiplier) < 0.5) return;
  const calibrated = await measureOften(measured, {
    onlyCategories: ["performance"],
    throttling: { ...throttling, cpuSlowdownMultiplier },
  });
  const score = Math.round(
    100 * median(calibrated.map(({ categories }) => categories.performance?.score ?? 0)),
  );
  const blocked = calibrated[0]?.audits["total-blocking-time"]?.displayValue;
  console.log(
    `  calibrated to this machine, slowdown ${cpuSlowdownMultiplier} instead of ${throttling.cpuSlowdownMultiplier}: performance ${score}, total-blocking-time ${blocked}`,
  );
}

/** The cookies of a signed-in browser; null without an account. */
async function signIn(): Promise<string | null> {
  if (!email || !password) return null;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/studio");
  const cookies = await context.cookies(baseUrl);
  await context.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
