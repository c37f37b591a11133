import { expect, test } from "vitest";
import { noteWords, showNotes } from "#lib/contract/photos/notes.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { makeStudioPhoto } from "../painted/studio.ts";

const board = (side: number) =>
  drawCutOut(side + 20, side + 20, (x, y) =>
    x >= 10 && y >= 10 && x < side + 10 && y < side + 10 ? [70, 120, 150, 255] : null,
  );

async function notesOf(side: number, crop?: { zoom: number }) {
  const options = crop ? { crop } : {};
  const request = {
    style: "amazon",
    prompt: null,
    aspectRatio: "1:1",
    resolution: "1K",
    width: 256,
    height: 256,
    options,
  } as const;
  return (await makeStudioPhoto(board(side), request)).notes;
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
