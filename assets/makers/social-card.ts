import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { requireBrowser } from "../../scripts/test/browser.ts";

/*
 * Draws the social card (Open Graph image) of the pages from the example pictures of assets/makers/examples.ts: node
 * assets/makers/social-card.ts
 */

const size = { width: 1200, height: 630 };
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const dataUrl = async (path: string, type: string) =>
  `data:${type};base64,${(await readFile(file(path))).toString("base64")}`;

const before = await dataUrl("public/examples/mug-before-1200.webp", "image/webp");
const after = await dataUrl("public/examples/mug-after-1200.webp", "image/webp");
const mark = await dataUrl("public/icon.svg", "image/svg+xml");
const face = await dataUrl(
  "node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  "font/woff2",
);

const page = `<!doctype html><style>
  @font-face { font-family: Geist; src: url(${face}); font-weight: 100 900 }
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; background: #fafafb; color: #14151a; font-family: Geist; display: flex }
  .words { width: 500px; padding: 64px 0 56px 56px; display: flex; flex-direction: column }
  .name { display: flex; align-items: center; gap: 14px; font-size: 22px; font-weight: 600 }
  .name img { width: 40px; height: 40px }
  h1 { margin-top: auto; font-size: 62px; line-height: 1.06; letter-spacing: -0.04em; font-weight: 650 }
  p { margin: 26px 0 auto; font-size: 25px; line-height: 1.42; color: #5b5e6b }
  .photo { position: relative; flex: 1; margin: 40px 40px 40px 24px; border-radius: 24px; overflow: hidden }
  .photo img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover }
  .photo .before { clip-path: inset(0 50% 0 0) }
  .line { position: absolute; inset: 0 auto 0 50%; width: 4px; margin-left: -2px; background: #fff }
</style>
<div class="words">
  <div class="name"><img src="${mark}">Photo Generation Service</div>
  <h1>A phone<br>snapshot in.<br>A studio<br>photo out.</h1>
  <p>For everyone who sells online and has a phone, not a photo studio.</p>
</div>
<div class="photo"><img src="${after}"><img class="before" src="${before}"><div class="line"></div></div>`;

const browser = await chromium.launch({ executablePath: await requireBrowser(), args: ["--no-sandbox"] });
const tab = await browser.newPage({ viewport: size });
await tab.setContent(page);
await tab.evaluate(() => document.fonts.ready);
await tab.screenshot({ path: file("app/opengraph-image.jpg"), type: "jpeg", quality: 88 });
await browser.close();
