// Guards the edges of cut-outs of drawn products in several rooms, and of all sample products.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { describeCutOuts } from "#lib/testing/imaging/cut-outs.ts";
import { compareCutOuts, readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { cutOut } from "./cut-out.ts";

describeCutOuts("all");

test("cutOut cuts every sample product out close to its true alpha", { timeout: 300_000 }, async () => {
  const samples = path.join(import.meta.dirname, "../../../public/samples");
  const names = readdirSync(samples)
    .filter((file) => file.endsWith(".alpha.png"))
    .map((file) => file.replace(".alpha.png", ""));
  expect(names.length).toBeGreaterThan(0);
  const bandMaes: number[] = [];
  for (const name of names) {
    const file = path.join(samples, `${name}.jpg`);
    const truth = await readTruth(file, path.join(samples, `${name}.alpha.png`));
    const cut = await cutOut(await readFile(file));
    const quality = compareCutOuts(cut, truth, Math.round(Math.max(truth.width, truth.height) / 128));
    expect(quality.iou, `${name}: ${JSON.stringify(quality)}`).toBeGreaterThan(0.93);
    bandMaes.push(quality.bandMae);
  }
  // Single pictures differ more.
  expect(bandMaes.reduce((sum, value) => sum + value, 0) / bandMaes.length).toBeLessThan(0.06);
});
