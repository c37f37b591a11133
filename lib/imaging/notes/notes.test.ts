import { expect, test } from "vitest";
import { noteWords, showNotes } from "#lib/contract/photos/notes.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { makePixels } from "../painted/studio.ts";
import { reportOn } from "../renderer/compose.ts";
import { cutBy } from "../renderer/product/frame-cut.ts";
import { notesOn } from "./notes.ts";

const board = (side: number) =>
  drawCutOut(side + 20, side + 20, (x, y) =>
    x >= 10 && y >= 10 && x < side + 10 && y < side + 10 ? [70, 120, 150, 255] : null,
  );

const notesOf = (side: number, crop?: { zoom: number }) => notesAbout(board(side), crop ? { crop } : {});

async function notesAbout(cutOut: ProductCutOut, options: RenderOptions) {
  const size = { width: 256, height: 256 };
  const about = { style: "amazon", prompt: null, aspectRatio: "1:1", resolution: "1K" } as const;
  const request = { ...about, ...size, options };
  // Designed at its own size, which takes a sixth of the time.
  return reportOn(cutOut, request, await makePixels(cutOut, request, { design: size })).notes;
}

test("a photo has a note with the factor when its product was clearly enlarged, and no note otherwise", async () => {
  expect(await notesOf(250)).toEqual([]);
  // The product takes 89 % of the photo's 256 pixels.
  expect(await notesOf(200)).toEqual([]);
  expect(await notesOf(100)).toEqual([{ code: "small_source", enlarged: 2.3 }]);
  expect(await notesOf(250, { zoom: 3 })).toEqual([
    { code: "cut_by_frame", by: "photo" },
    { code: "small_source", enlarged: 2.7 },
  ]);
  expect(noteWords({ code: "small_source", enlarged: 2.3 })).toContain("2.3 times");
});

test("a preview is judged for the ordered size, its picture's own pixels, and the pixels of its scene", () => {
  const cut = { ...board(250), reduced: 2 };
  expect(notesOn(cut, { enlarged: 1.5, sceneEnlarged: 0.6 })).toEqual([]);
  expect(notesOn(cut, { enlarged: 1.5, sceneEnlarged: 0.6 }, { orderedScale: 4 })).toEqual([
    { code: "small_source", enlarged: 3 },
    { code: "scene_enlarged", enlarged: 2.4 },
  ]);
});

test("text that is too blurred to be read is noted where the ordered photo is large enough to read it", () => {
  const line = { left: 10, top: 20, width: 60, height: 9 };
  const made = { enlarged: 0.5, unreadable: [line] };
  expect(notesOn(board(250), made)).toEqual([]);
  expect(notesOn(board(250), made, { orderedScale: 2 })).toEqual([{ code: "text_unreadable", box: line }]);
});

test("glass that shows its picture's background is noted until its photo shows its own", async () => {
  const cut = { ...board(250), clearGlass: { left: 10, top: 20, width: 60, height: 90 } };
  const codesWith = async (options: RenderOptions) =>
    (await notesAbout(cut, options)).map(({ code }) => code);
  expect(await codesWith({})).toContain("glass_background_kept");
  expect(await codesWith({ material: "glass" })).not.toContain("glass_background_kept");
});

test("the note on a cut tells the picture's frame from that of the photo, and a cut that no edge hides", () => {
  const view = { frame: { width: 200, height: 200 }, left: 0, top: 0, width: 200, height: 200 };
  const none = { left: false, right: false, top: false, bottom: false, hangs: false };
  const cut = { ...none, left: true, runs: { left: 90, right: 0, top: 0, bottom: 0 } };
  const product = { box: { left: 0, top: 0, width: 100, height: 100 } };
  const by = (sides: typeof cut, left: number) =>
    cutBy(sides, product, { cutOut: product, placement: { left, top: 50, width: 100, height: 100 }, view });
  expect([by(cut, -2), by(cut, 20), by({ ...cut, left: false }, 20)]).toEqual(["picture", "visible", null]);
  expect(by({ ...cut, left: false }, 120)).toBe("photo");
});

test("a part that may be missing is reported with its box", () => {
  const box = { left: 1, top: 2, width: 3, height: 4 };
  const shown = showNotes([
    { code: "unsure_parts", box },
    { code: "small_source", enlarged: 2 },
  ]);
  expect(shown.map(({ code }) => code)).toEqual(["unsure_parts", "small_source"]);
  expect(shown.map((note) => note.box)).toEqual([box, undefined]);
  expect(new Set(shown.map(({ message }) => message)).size).toBe(2);
});
