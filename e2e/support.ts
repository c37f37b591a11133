import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type APIRequestContext,
  type APIResponse,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import pg from "pg";
import { findPostgres } from "#lib/db/embedded.ts";
import type { InvariantId } from "#lib/testing/evidence/invariants.ts";
import { recordTrials } from "#lib/testing/evidence/record.ts";
import { expectTouchTargets } from "./touch-targets.ts";

export { expect };

/** Records how many trials of an invariant this test made. Call it after the assertions. */
export function tried(id: InvariantId, count = 1): void {
  recordTrials({ id, tried: count, failed: 0, file: base.info().file });
}

/** Substrings of console errors that a test causes on purpose; they do not fail it. */
export const expectedErrors: string[] = [];

/** Which previews of the studio the service makes: none, that on the canvas, or also the small pictures of scenes. */
type Previews = "drawn" | "canvas" | "real";

/**
 * A test whose browser has a client address of its own, so that sign-in limits are counted separately for each test.
 * It fails on any unexpected error in the browser's console.
 */
export const test = base.extend<{ strictConsole: undefined; previews: Previews }>({
  // A visit of the studio has the service render a preview and a dozen small pictures of the product in scenes, which
  // takes it longer than the photo. Only tests of these pictures have them made.
  previews: ["drawn", { option: true }],
  context: async ({ context, previews }, use) => {
    if (previews !== "real") await context.addInitScript(answerPreviews, previews);
    await context.addInitScript(leaveOutBlur);
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const part = () => 1 + Math.floor(Math.random() * 254);
    await use({ "X-Forwarded-For": `10.${part()}.${part()}.${part()}` });
  },
  strictConsole: [
    async ({ page }, use) => {
      const errors: string[] = [];
      // A busy studio responds with 503 and the page retries: not an error.
      expectedErrors.splice(0, expectedErrors.length, "503 (Service Unavailable)");
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
      });
      page.on("pageerror", (error) => errors.push(String(error)));
      await use(undefined);
      expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A test that only a run of both tiers makes, in a file whose other tests are fast. */
export const deepTest = process.env.TEST_TIER === "all" ? test : test.skip;

/** Without a graphics processor, what is blurred behind dialogs and bars is computed again for each frame. */
function leaveOutBlur(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { backdrop-filter: none !important }");
  document.adoptedStyleSheets.push(sheet);
}

/** Answers previews in the page itself, with an empty picture; those with words only the service understands. */
function answerPreviews(previews: Previews): void {
  const { fetch } = window;
  const image = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  const box = { left: 200, top: 200, width: 200, height: 200 };
  const preview = {
    image,
    width: 600,
    height: 600,
    bounding_box: box,
    prompt_understood: [],
    prompt_ignored: [],
    notes: [],
  };
  window.fetch = async (input, init) => {
    if (input !== "/api/v1/previews") return fetch(input, init);
    const body = String(init?.body);
    const isTile = body.includes('"size":{"width":320,"height":320}');
    const isAnswered = isTile || (previews === "drawn" && !body.includes('"prompt"'));
    return isAnswered ? Response.json(preview) : fetch(input, init);
  };
}

export const password = "a long enough password";

export interface Person {
  name: string;
  email: string;
}

export function newPerson(): Person {
  return { name: "Ada Lovelace", email: `ada-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com` };
}

/** Fills in and submits the sign-up form of the current page. */
export async function fillSignUp(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** Creates an account through the API and opens `path`; the sign-up form has a test of its own. */
export async function signUp(page: Page, path = "/studio"): Promise<Person> {
  const person = newPerson();
  // A browser with a chosen language sends a cookie, and the service requires an Origin header of requests with
  // cookies.
  const { origin } = new URL((await page.request.get("/api/health")).url());
  const headers = { Origin: origin };
  const answer = await page.request.post("/api/auth/sign-up/email", {
    headers,
    data: { ...person, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(path);
  return person;
}

export async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Clears the session on a blank page: an open page of the service would receive 401 for its next request. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** A bundled product picture. */
export function sample(name: string): string {
  return path.resolve("public/samples", `${name}.jpg`);
}

/** Expands "More options". */
export async function openOptions(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^More options/ });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
}

/** Chooses files as a person does in the file dialog. */
export async function chooseFiles(page: Page, ...files: string[]): Promise<void> {
  await fileInput(page).setInputFiles(files);
}

/** The studio's file input, available once the page is hydrated. */
export function fileInput(page: Page) {
  return page.locator("[data-testid=studio]:not([inert]) input[type=file]").first();
}

export function pictures(page: Page, state?: "uploading" | "ready" | "failed") {
  return page.locator(`[data-testid=picture]${state ? `[data-state=${state}]` : ""}`);
}

/** Chooses bundled product pictures, the mug if none is named, and waits for their uploads. */
export async function bring(page: Page, ...names: string[]): Promise<void> {
  const chosen = names.length > 0 ? names : ["mug"];
  await chooseFiles(page, ...chosen.map(sample));
  await expect(pictures(page, "ready")).toHaveCount(chosen.length);
}

/** Orders what the studio offers and waits until it shows this many photos. */
export async function make(page: Page, count = 1): Promise<void> {
  await page.getByTestId("generate").click();
  await expectMade(page, count);
}

export async function expectMade(page: Page, count = 1): Promise<void> {
  await expect(generations(page, "succeeded")).toHaveCount(count, { timeout: 120_000 });
}

/** Follows a link or button that downloads a file. Returns its name and its bytes. */
export async function download(page: Page, action: Locator) {
  const [file] = await Promise.all([page.waitForEvent("download"), action.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

type Sent = NonNullable<Parameters<APIRequestContext["fetch"]>[1]>;

/** Calls the API with the session of the page, by POST if something is sent. */
export async function sendToApi(page: Page, target: string, sent?: Sent): Promise<APIResponse> {
  // A session is accepted from the service's own pages only.
  const headers = { Origin: new URL(page.url()).origin };
  return page.request.fetch(`/api/v1/${target}`, { headers, method: sent ? "POST" : "GET", ...sent });
}

/** Calls the API as `sendToApi` does. Returns the fields of its answer. */
export async function callApi(page: Page, target: string, sent?: Sent) {
  const answer = await sendToApi(page, target, sent);
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Uploads a picture as a page does. Returns its URL. */
export async function upload(page: Page, name: string, buffer?: Buffer): Promise<string> {
  const file = { name, mimeType: "image/jpeg", buffer: buffer ?? (await readFile(sample("mug"))) };
  return (await callApi(page, "upload", { multipart: { file } })).image_url;
}

export function generations(page: Page, state?: "queued" | "running" | "succeeded" | "failed") {
  return page.locator(`[data-testid=generation]${state ? `[data-state=${state}]` : ""}`);
}

/** Notes the steps of photos that the page shows from now on; the returned function lists them. */
export async function watchSteps(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const parts: string[] = [];
    const note = () => {
      const part = document.querySelector("ol[aria-label=Progress] [aria-current=step]")?.textContent;
      if (part && parts.at(-1) !== part) parts.push(part);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    note();
    return parts;
  });
  return () => seen.jsonValue();
}

/** Saves a brand preset through the API. */
export async function makeLook(page: Page, data: object): Promise<void> {
  await callApi(page, "looks", { data });
}

/** Sets the monthly credits of an account, with a ledger entry as if the rest had been spent. */
export async function leaveCredits({ email }: Person, monthly: number): Promise<void> {
  await query(
    `WITH owner AS (SELECT id FROM "user" WHERE email = $1),
          before AS (SELECT * FROM balance WHERE user_id = (SELECT id FROM owner)),
          after AS (UPDATE balance SET monthly = $2 WHERE user_id = (SELECT id FROM owner) RETURNING *)
     INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
     SELECT after.user_id, 'adjustment', after.monthly - before.monthly, 0, after.monthly, after.topup,
            'e2e:' || gen_random_uuid() FROM before, after`,
    [email, monthly],
  );
}

/** Ends the account's plan. */
export async function endPlan({ email }: Person): Promise<void> {
  await query(
    `UPDATE subscription SET status = 'canceled' WHERE user_id = (SELECT id FROM "user" WHERE email = $1)`,
    [email],
  );
}

/** Queries the database of the service under test, or of that in another data directory. */
export async function query(
  text: string,
  values: unknown[] = [],
  folder = dataDir(),
): Promise<pg.QueryResult> {
  const server = await findPostgres(folder);
  if (!server) throw new Error(`no database runs in ${folder}`);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** Waits for a mail to this address that contains a link, and returns the newest one. */
export async function mailedLink({ email }: Person, pattern: RegExp): Promise<string> {
  const outbox = path.join(dataDir(), "outbox");
  let link = "";
  await expect(async () => {
    const files = (await readdir(outbox)).filter((file) => file.endsWith(".eml")).sort();
    for (const file of files) {
      const mail = (await readFile(path.join(outbox, file), "utf8"))
        .replaceAll("=\r\n", "")
        .replaceAll("=3D", "=");
      if (mail.includes(email)) link = pattern.exec(mail)?.[0] ?? link;
    }
    expect(link).not.toBe("");
  }).toPass();
  return link;
}

/** Data directory of the service under test. */
export function dataDir(): string {
  const folder = process.env.E2E_DATA_DIR;
  if (!folder) throw new Error("E2E_DATA_DIR is set by playwright.config.ts");
  return folder;
}

/** Links the cut-out network prepared by the service under test into the data directory of another service. */
export async function shareCache(folder: string): Promise<void> {
  await mkdir(sharedCache(), { recursive: true });
  await symlink(sharedCache(), path.join(folder, "cache"));
}

/** Cache shared by the services of these tests: the cut-out network. */
export function sharedCache(): string {
  return path.join(dataDir(), "cache");
}

/** Saves screenshots, wide and narrow and in both themes, if SCREENSHOTS names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const before = page.viewportSize();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        animations: "disabled",
        path: path.join(folder, `${name}-${width}-${colorScheme}.png`),
      });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** Whether the deep tests run too; then pages are checked in every theme and width. */
const isComplete = process.env.TEST_TIER === "all";

const axeSource = readFile(path.resolve("node_modules/axe-core/axe.min.js"), "utf8");

type Theme = "light" | "dark";
const themes: readonly Theme[] = ["light", "dark"];

/**
 * Fails on every accessibility violation that axe finds on the page as it is, in the light theme, and in a complete
 * run also in the dark one. Tests of a page's layout name both themes.
 */
export async function expectAccessible(
  page: Page,
  checked: readonly Theme[] = isComplete ? themes : ["light"],
): Promise<void> {
  // The framework removes the title of the previous page and adds the next one a moment later.
  await expect(page).toHaveTitle(/./);
  // Colours in transition between themes fail the contrast check, and parts that are not rendered
  // (content-visibility) keep the previous theme's colours.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
  for (const colorScheme of checked) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    // The builder would load axe twice for each check, which takes longer than the check.
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource);
    // Legacy mode runs axe in the page itself: the default mode opens another page, which only frames need.
    const axe = new AxeBuilder({ page, axeSource: ";" }).setLegacyMode();
    axe.options({ resultTypes: ["violations"] });
    // The themes differ in colours only: names, roles and structure were checked in the first one.
    if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target }) => target.join(" ")),
    }));
    expect(found, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
  }
}

/** Fails if the page scrolls horizontally. */
export async function expectFits(page: Page): Promise<void> {
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await expect.poll(fits, page.url()).toBe(true);
}

/** Fails if the page scrolls horizontally on a phone or a desktop, or axe finds a violation. */
export async function expectNarrowAndWide(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectFits(page);
    if (isComplete || width === 360) await expectAccessible(page);
  }
  if (before) await page.setViewportSize(before);
}

/** Opens these pages on a phone: axe finds nothing in either theme, nothing scrolls sideways, fingers hit each action. */
export async function expectPagesAccessible(page: Page, paths: readonly string[]): Promise<void> {
  // An unknown address is a page too.
  expectedErrors.push("404");
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of paths) {
    await page.goto(path);
    await expectFits(page);
    await expectAccessible(page, themes);
    await expectTouchTargets(page);
  }
}
