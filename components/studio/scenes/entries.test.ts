import { expect, test } from "vitest";
import { emptyStudio } from "../state.ts";
import { chooseEntry, chosenEntryId, groupEntries, idOfEntry, type SceneEntry } from "./entries.ts";

const scene = (id: string, category: "home" | "beauty", to = 32) => ({
  id,
  name: id,
  category,
  preview_url: "",
  product_cm: { from: 6, to },
});
const [shelf, loft, petals] = [scene("shelf", "beauty"), scene("loft", "home"), scene("petals", "beauty")];
const inLoft: SceneEntry = { style: "lifestyle", scene: loft };
const luxury: SceneEntry = { style: "luxury", scene: null };
const { settings } = emptyStudio;

test("every scene is in one group: scenes near the prompt first, then the styles, then the categories", () => {
  const scenes = [shelf, loft, petals];
  const names = groupEntries({ scenes, near: [petals], sideCm: null }).map(({ name, entries }) => [
    name,
    entries.map(idOfEntry),
  ]);
  expect(names).toEqual([
    ["near", ["petals"]],
    ["classic", ["style:studio", "style:amazon", "style:luxury", "style:lifestyle"]],
    ["beauty", ["shelf"]],
    ["home", ["loft"]],
  ]);
  expect(groupEntries({ scenes: [], near: [], sideCm: null }).map(({ name }) => name)).toEqual(["classic"]);
});

test("scenes for the product's size come first in their category", () => {
  const scenes = [shelf, scene("floor", "beauty", 180), petals];
  const idsFor = (sideCm: number | null) =>
    groupEntries({ scenes, near: [], sideCm })
      .find(({ name }) => name === "beauty")
      ?.entries.map(idOfEntry);
  expect(idsFor(null)).toEqual(["shelf", "floor", "petals"]);
  expect(idsFor(20)).toEqual(["shelf", "floor", "petals"]);
  expect(idsFor(90)).toEqual(["floor", "shelf", "petals"]);
});

test("choosing an entry sets its style and scene, whatever was chosen before", () => {
  const white = { ...settings, styles: ["amazon" as const] };
  const withScene = { ...white, ...chooseEntry(white, inLoft) };
  expect([chosenEntryId(withScene), withScene.styles]).toEqual(["loft", ["lifestyle"]]);
  const classic = { ...withScene, ...chooseEntry(withScene, luxury) };
  expect([chosenEntryId(classic), classic.scene]).toEqual(["style:luxury", null]);
});

test("a chosen scene replaces a custom background, and a custom background has precedence over a scene", () => {
  const own = { ...settings, scene: "loft", options: { background: { color: "#ffffff" }, shadow: 1 } };
  expect(chosenEntryId(own)).toBe("style:studio");
  expect(chooseEntry(own, inLoft).options).toEqual({ shadow: 1 });
});

test("choosing a scene leaves several styles chosen, except pure white", () => {
  const several = { ...settings, styles: ["amazon", "luxury"] as const };
  expect(chooseEntry(several, inLoft).styles).toEqual(["luxury"]);
});

test("choosing another style clears a suggested prompt, but not the seller's own prompt", () => {
  const suggested = "Seamless warm beige backdrop, soft light from the left, gentle shadow";
  expect(chooseEntry({ ...settings, prompt: suggested }, luxury).prompt).toBe("");
  expect(chooseEntry({ ...settings, prompt: "on slate" }, luxury).prompt).toBeUndefined();
});
