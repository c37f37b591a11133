import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import {
  bring,
  chooseFiles,
  deepTest,
  endPlan,
  expect,
  expectAccessible,
  expectedErrors,
  expectMade,
  fileInput,
  fillSignUp,
  generations,
  leaveCredits,
  make,
  newPerson,
  pictures,
  sample,
  signUp,
  test,
  watchSteps,
} from "./support.ts";

test.describe.configure({ timeout: 300_000 });

const heicSample = path.resolve("assets/tests/heic/mug.heic");
const uploadUrl = "**/image/upload";

test.describe("with every preview and animation", () => {
  test.use({ previews: "real", reducedMotion: "no-preference" });

  test("from the landing page to a downloaded photo in six clicks", async ({ page }) => {
    let clicks = 0;
    const click = async (role: "link" | "button" | "menuitem", name: string | RegExp) => {
      clicks += 1;
      await page.getByRole(role, { name }).first().click();
    };
    await page.goto("/");
    await click("link", "Make your first photo");
    await page.waitForURL("/sign-up");
    clicks += 1;
    await fillSignUp(page, newPerson());
    await page.waitForURL("/studio");
    await click("button", /Start with the sample/);
    await expect(pictures(page, "ready")).toHaveCount(1);
    await click("button", /Make the photo/);
    await expectMade(page);
    await expect(page.getByTestId("balance")).toHaveText("99 credits");
    await click("button", "Download");
    const downloading = page.waitForEvent("download");
    await click("menuitem", /JPEG/);
    expect((await downloading).suggestedFilename()).toBe("mug_lifestyle_1k.jpg");
    expect(clicks).toBe(6);
  });
});

test("a prompt that the studio does not understand is reported before the order, with the nearest scenes", async ({
  page,
}) => {
  await signUp(page);
  const notes = page.getByTestId("prompt-notes");
  const prompt = page.getByLabel("Describe the scene");
  await prompt.fill("a zeppelin");
  await expect(notes).toContainText("The studio understands none of these words");
  const scenes = page.getByTestId("scenes");
  await expect(scenes.getByRole("heading").first()).toHaveText("Nearest to your words");
  // By its name: other words put other scenes first.
  const nearest = await scenes.getByRole("radio").first().getAttribute("aria-label");
  const scene = scenes.getByRole("radio", { name: nearest ?? "", exact: true });
  await scene.click();
  await expect(scene).toBeChecked();
  await expect(notes).toHaveText("The chosen scene takes the place of these words.");
  await expectAccessible(page);
  await prompt.fill("a zeppelin at noon");
  await expect(scene).not.toBeChecked();
  await page.getByRole("button", { name: "Select it again" }).click();
  await expect(scene).toBeChecked();
  await scenes.getByRole("radio", { name: "Studio", exact: true }).click();
  await expect(scene).not.toBeChecked();
  await prompt.fill("white marble");
  await expect(notes).not.toContainText("The studio understands none of these words");
});

test("pictures can be added by choosing, dropping and pasting", async ({ page }) => {
  await signUp(page);
  await bring(page, "mug", "candle");
  await give(page, "drop", "camera");
  await expect(pictures(page, "ready")).toHaveCount(3);
  await give(page, "paste", "lotion");
  await expect(pictures(page, "ready")).toHaveCount(4);
  await expect(page.getByText("4 of 4 chosen")).toBeVisible();
  await page.getByRole("checkbox", { name: "Make photos of mug.jpg" }).uncheck();
  await expect(page.getByTestId("generate")).toContainText("Make 3 photos");
  await expect(page.getByTestId("generate")).toContainText("3 credits");
});

test("nine invalid files are summarized in one line, which can be expanded to one line per file", async ({
  page,
}) => {
  expectedErrors.push("400");
  await signUp(page);
  const damaged = (await readFile(sample("mug"))).subarray(0, 4_000);
  const dot = { width: 12, height: 12, channels: 3, background: "red" } as const;
  const text = (at: number) => ({
    name: `notes-${at}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from("not a picture"),
  });
  await fileInput(page).setInputFiles([
    ...[1, 2, 3, 4, 5].map(text),
    { name: "empty-1.png", mimeType: "image/png", buffer: Buffer.alloc(0) },
    { name: "empty-2.png", mimeType: "image/png", buffer: Buffer.alloc(0) },
    { name: "damaged.jpg", mimeType: "image/jpeg", buffer: damaged },
    { name: "dot.png", mimeType: "image/png", buffer: await sharp({ create: dot }).png().toBuffer() },
  ]);
  const missing = page.getByRole("region", { name: "Missing pictures" });
  await expect(
    missing.getByText("7 files are not pictures, 1 is too small, 1 cannot be read."),
  ).toBeVisible();
  await expect(missing.getByRole("listitem")).toHaveCount(0);
  await missing.getByRole("button", { name: "Which?" }).click();
  await expect(missing.getByRole("listitem")).toHaveCount(9);
  await expect(missing).toContainText("dot.png — 12 × 12 pixels are too few");
  await expect(missing.getByText("damaged.jpg — The picture cannot be read")).toBeVisible();
  await expectAccessible(page);
  await missing.getByRole("button", { name: "Dismiss" }).click();
  await expect(missing).toBeHidden();
  await expect(page.getByTestId("generate")).toBeDisabled();
});

test("an upload is retried after a lost connection, as is its preview, and can be stopped", async ({
  page,
}) => {
  expectedErrors.push("ERR_FAILED", "ERR_INTERNET_DISCONNECTED");
  await signUp(page);
  const comeOnline = () => page.evaluate(() => window.dispatchEvent(new Event("online")));
  const previews = "**/image/upload/c_limit**";
  await page.route(previews, (route) => route.abort());
  await page.route(uploadUrl, (route) => route.abort());
  await chooseFiles(page, heicSample);
  await expect(page.getByText("The connection was lost")).toBeVisible();
  await page.unroute(uploadUrl);
  await comeOnline();
  await expect(pictures(page, "ready")).toHaveCount(1);
  await expect(page.getByText("The connection was lost")).toBeHidden();
  const snapshot = pictures(page).locator("img");
  const width = () =>
    snapshot.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : null));
  await expect.poll(width).toBe(0);
  await page.unroute(previews);
  await comeOnline();
  await expect.poll(width).toBe(640);

  const held = hold();
  await page.route(uploadUrl, async (route) => {
    await held.released;
    await route.continue().catch(() => undefined);
  });
  await chooseFiles(page, sample("mug"));
  await page.getByRole("button", { name: "Stop uploading mug.jpg" }).click();
  await expect(page.getByText("Stopped.")).toBeVisible();
  held.release();
});

deepTest("a double click, and a click in a copy of the tab, order one photo", async ({ page, context }) => {
  await signUp(page);
  await bring(page);
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  const copy = await context.newPage();
  await copy.addInitScript((kept) => Object.assign(sessionStorage, JSON.parse(kept)), kept);
  await copy.goto("/studio");
  await expect(pictures(copy, "ready")).toHaveCount(1);
  await page.getByTestId("generate").dblclick();
  await expectMade(page);
  await make(copy);
  await expect(page.getByTestId("balance")).toHaveText("99 credits");
  await copy.reload();
  await expect(generations(copy, "succeeded")).toHaveCount(1);
  await expect(copy.getByTestId("balance")).toHaveText("99 credits");
});

test("a finished photo shows its steps, changes the balance of every page, can be zoomed, and is not ordered twice", async ({
  page,
  context,
}) => {
  await signUp(page);
  const other = await context.newPage();
  await other.goto("/account");
  await expect(other.getByTestId("balance")).toHaveText("100 credits");
  await bring(page);
  const steps = await watchSteps(page);
  await make(page);
  // A step that is shorter than the interval between two updates may not be seen.
  expect((await steps()).length).toBeGreaterThan(0);
  expect(["In line", "Cut-out", "Photo"]).toEqual(expect.arrayContaining(await steps()));
  await expect(page.getByTestId("balance")).toHaveText("99 credits");
  await expect(other.getByTestId("balance")).toHaveText("99 credits");
  await other.close();

  const slider = page.getByRole("slider");
  const before = Number(await slider.inputValue());
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  expect(Number(await slider.inputValue())).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Enlarge" }).click();
  const percent = page.getByTestId("zoom-percent");
  const percents = async () => Number.parseInt((await percent.textContent()) ?? "", 10);
  await expect(percent).toHaveText(/^\d+ %$/);
  const fitted = await percents();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(percents).toBeGreaterThan(fitted);
  await page.getByTestId("zoomed").dblclick();
  await page.getByTestId("zoomed").dblclick();
  await expect(percent).toHaveText("100 %");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/studio$/);

  // The same photo again is shown, not made or listed a second time.
  await pictures(page, "ready").getByRole("button").first().click();
  await page.getByRole("button", { name: "Show the photo" }).click();
  await expect(page.getByTestId("result")).toBeVisible();
  await page.reload();
  await expect(generations(page)).toHaveCount(1);
  await expect(page.getByTestId("balance")).toHaveText("99 credits");
});

deepTest(
  "without credits an order links to billing, waits, and is sent once there are credits",
  async ({ page }) => {
    expectedErrors.push("402");
    const person = await signUp(page);
    await bring(page);
    // Spends the credits outside this page, which still shows the old balance.
    await leaveCredits(person, 0);
    await page.getByTestId("generate").click();
    await expect(page.getByText("Your credits ran out")).toBeVisible();
    await expect(page.getByTestId("balance")).toHaveText("0 credits");
    await expect(page.getByRole("link", { name: "Get credits" }).first()).toHaveAttribute(
      "href",
      /^\/billing\?need=\d+$/,
    );
    await leaveCredits(person, 5);
    await page.goto("/account");
    await page.goto("/studio");
    await expect(
      page.getByText("Your credits are here. The photo you asked for is being made."),
    ).toBeVisible();
    await expectMade(page);
    await expect(page.getByTestId("balance")).toHaveText("4 credits");
  },
);

test("without a plan a notice is shown, and the order and its picture survive a reload", async ({ page }) => {
  expectedErrors.push("403");
  const person = await signUp(page);
  await bring(page);
  await endPlan(person);
  await page.getByTestId("generate").click();
  await expect(page.getByText("Making photos needs an active plan")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your trial has ended")).toBeVisible();
  await expect(page.getByText("The photo you asked for waits here")).toBeVisible();
  await expect(pictures(page, "ready")).toHaveCount(1);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("The photo you asked for waits here")).toBeHidden();
});

/** Simulates a drop or paste of a bundled picture with the events that a browser sends. */
async function give(page: Page, how: "drop" | "paste", name: string): Promise<void> {
  const base64 = await readFile(sample(name), "base64");
  await page.evaluate(
    ({ how, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], `${name}.jpg`, { type: "image/jpeg" }));
      const area = document.querySelector("[data-testid=drop-area]");
      area?.dispatchEvent(
        how === "drop"
          ? new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }),
      );
    },
    { how, name, base64 },
  );
}

function hold(): { released: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { released: promise, release: resolve };
}
