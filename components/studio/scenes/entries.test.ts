import { expect, test } from "vitest";
import { emptyStudio } from "../state.ts";
import { chooseEntry, chosenEntryId, groupEntries, idOfEntry, jumps, type SceneEntry } from "./entries.ts";

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

const offered = { near: [], found: null, jump: "suggested", sideCm: null } as const;
const shown = (part: Partial<Parameters<typeof groupEntries>[0]>) =>
  groupEntries({ ...offered, scenes: [shelf, loft, petals], ...part }).map(({ name, entries }) => [
    name,
    entries.map(idOfEntry),
  ]);
const styles = ["style:studio", "style:amazon", "style:luxury", "style:lifestyle"];

test("the suggestions begin with the scenes nearest to the prompt; without one, they have a scene of a few categories", () => {
  expect(shown({ near: [petals] })).toEqual([
    ["near", ["petals"]],
    ["classic", styles],
  ]);
  expect(shown({})).toEqual([["suggested", [...styles, "loft", "shelf"]]]);
  expect(shown({ scenes: [] })).toEqual([["suggested", styles]]);
});

test("a jump shows its category, and a search what it found", () => {
  expect(shown({ jump: "beauty", near: [loft] })).toEqual([["beauty", ["shelf", "petals"]]]);
  expect(shown({ jump: "beauty", found: [inLoft] })).toEqual([["found", ["loft"]]]);
  expect(shown({ found: [] })).toEqual([["found", []]]);
});

test("every scene is in one category, so that the jumps lead to all of them", () => {
  const ids = jumps.flatMap((jump) =>
    jump === "suggested" ? [] : shown({ jump }).flatMap(([, ids]) => ids),
  );
  expect(ids.toSorted()).toEqual(["loft", "petals", "shelf"]);
});

test("scenes for the product's size come first in their category, and are suggested", () => {
  const scenes = [shelf, scene("floor", "beauty", 180), petals];
  const idsFor = (sideCm: number | null) => shown({ scenes, sideCm, jump: "beauty" })[0]?.[1];
  expect(idsFor(null)).toEqual(["shelf", "floor", "petals"]);
  expect(idsFor(20)).toEqual(["shelf", "floor", "petals"]);
  expect(idsFor(90)).toEqual(["floor", "shelf", "petals"]);
  expect(shown({ scenes, sideCm: 90 })).toEqual([["suggested", [...styles, "floor"]]]);
});

test("a scene with a floor is last in its category, and not suggested, for a product of unknown size", () => {
  const floor = { ...scene("bedroom", "home", 200), product_cm: { from: 40, to: 200 } };
  expect(shown({ scenes: [floor, loft], jump: "home" })).toEqual([["home", ["loft", "bedroom"]]]);
  expect(shown({ scenes: [floor, loft] })).toEqual([["suggested", [...styles, "loft"]]]);
  expect(shown({ scenes: [floor, loft], sideCm: 85 })).toEqual([["suggested", [...styles, "bedroom"]]]);
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
