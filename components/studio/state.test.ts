import { describe, expect, test } from "vitest";
import { shallow } from "zustand/shallow";
import { toBatchRequest } from "#components/photos/build-order.ts";
import { defaultBaseCosts } from "#lib/contract/photos/styles.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { obstacleOf } from "../language/reactions.ts";
import { outputsOf } from "../photos/settings.ts";
import { generationTitle, shortTitle, styleName } from "../photos/style-texts.ts";
import type { Unsent } from "./order/request.ts";
import { orderSummary, refusedSummary, smallPictures, traySources, traySummary } from "./order/summary.ts";
import { sourceOf } from "./source-fixture.ts";
import {
  applyHandover,
  arrangeAgain,
  changeById,
  chooseOnly,
  emptyStudio,
  isNewDraft,
  isOtherPhoto,
  pictureOf,
  refuseOrder,
  removeSource,
  restoreState,
  type StudioState,
  setSeveral,
  showDraft,
  storedState,
} from "./state.ts";

const host = "https://host.example/demo/image/upload/v1/";

function unsent(id: string, part: Partial<Unsent> = {}): Unsent {
  const pictures = [{ name: "mug.jpg", imageUrl: `${host}mug.jpg` }];
  const { settings } = emptyStudio;
  return { id, title: "mug", pictures, settings, asked: null, note: null, problem: null, ...part };
}

const studio = (part: Partial<StudioState>): StudioState => ({ ...emptyStudio, ...part });
const ids = (entries: readonly { id: string }[] | undefined) => entries?.map(({ id }) => id);

describe("a photo in the viewer", () => {
  const before = studio({ sources: [sourceOf("a"), sourceOf("b", { selected: false })], shownId: "gen_1" });

  test("makes way for the preview of the picture once the seller changes the next photo", () => {
    const typed = { ...before, settings: { ...before.settings, prompt: "on slate" } };
    expect(isOtherPhoto(typed, before)).toBe(true);
    const toggled = { ...before, sources: changeById(before.sources, "b", { selected: true }) };
    expect(isOtherPhoto(toggled, before)).toBe(true);
    expect(showDraft(typed)).toEqual({ shownId: "a" });
    expect(showDraft({ ...typed, shownId: "b" })).toEqual({});
  });

  test("stays while a picture is uploaded, removed or added, and while settings are kept as a look", () => {
    const uploaded = { ...before, sources: changeById(before.sources, "b", { progress: 1, imageUrl: "u" }) };
    const look = { ...before.settings, look: { id: "look_1", name: "Oak", settings: {} } };
    for (const after of [
      uploaded,
      { ...before, sources: [sourceOf("a")] },
      { ...before, sources: [...before.sources, sourceOf("c")], shownId: "c" },
      { ...before, settings: look },
    ]) {
      expect(isOtherPhoto(after, before)).toBe(false);
    }
  });
});

describe("progress of an upload", () => {
  const uploading = sourceOf("b", { state: "uploading", progress: 0.2, imageUrl: null });
  const before = studio({
    sources: [sourceOf("a"), uploading, sourceOf("c", { state: "failed" })],
    shownId: "a",
  });
  const after = { ...before, sources: changeById(before.sources, "b", { progress: 0.3 }) };

  test("changes only the tile of that picture", () => {
    expect(after.sources[1]).not.toBe(before.sources[1]);
    expect(after.sources[0]).toBe(before.sources[0]);
    expect(after.sources[2]).toBe(before.sources[2]);
  });

  test("does not change what the other components select", () => {
    const selections: ((state: StudioState) => unknown)[] = [
      traySummary,
      (state) => orderSummary(state, defaultBaseCosts),
      (state) => ids(traySources(state)),
      (state) => state.sources.filter(({ state }) => state === "failed"),
      (state) => state.unsent,
      (state) => state.settings,
      (state) => state.shownId,
    ];
    for (const select of selections) expect(shallow(select(before), select(after))).toBe(true);
  });
});

describe("returning to the page", () => {
  test("restores the uploaded pictures, shown from the host, and the unsent order", () => {
    const left = studio({
      sources: [sourceOf("a"), sourceOf("b", { imageUrl: null, state: "uploading" })],
      unsent: [unsent("key-1")],
      shownId: "a",
    });
    const back = restoreState(JSON.parse(JSON.stringify(storedState(left))), emptyStudio);
    expect(ids(back.sources)).toEqual(["a"]);
    expect(back.sources[0]?.previewUrl).toContain("/v1/a.jpg");
    expect(back.unsent).toEqual([unsent("key-1")]);
    expect(back.shownId).toBe("a");
  });

  test("starts empty if nothing was stored", () => {
    expect(restoreState(undefined, emptyStudio)).toBe(emptyStudio);
  });
});

test("removing the shown picture shows the newest remaining one", () => {
  const state = studio({ sources: [sourceOf("a"), sourceOf("b")], shownId: "b" });
  expect(removeSource(state, "b")).toMatchObject({ shownId: "a" });
  expect(removeSource({ ...state, sources: [sourceOf("b")] }, "b")).toEqual({ sources: [], shownId: null });
  expect(removeSource(state, "a").shownId).toBe("b");
});

describe("a refused order", () => {
  const state = studio({ unsent: [unsent("1"), unsent("2", { note: "connection_lost" }), unsent("3")] });
  const refused = (code: string) =>
    refuseOrder(state, "2", { code, message: "No.", fix: undefined }).unsent?.map(
      ({ problem }) => problem?.code,
    );

  test("refuses the orders behind it if the reason concerns all of them", () => {
    const code = "insufficient_credits";
    expect(refused(code)).toEqual([code, code, code]);
    expect(obstacleOf({ code })).toBe("credits");
  });

  test("is the only one that is refused otherwise", () => {
    expect(refused("invalid_params")).toEqual([undefined, "invalid_params", undefined]);
    expect(obstacleOf(null)).toBeNull();
  });
});

test("the summary of an order counts the chosen pictures that are uploaded", () => {
  const settings = {
    ...emptyStudio.settings,
    resolutions: ["1K", "4K"] as const,
    styles: ["studio", "luxury"] as const,
  };
  const state = studio({
    settings,
    sources: [
      sourceOf("a"),
      sourceOf("b"),
      sourceOf("c", { selected: false }),
      sourceOf("d", { state: "uploading" }),
    ],
  });
  expect(orderSummary(state, defaultBaseCosts)).toEqual({
    pictures: 2,
    photos: 8,
    cutouts: 0,
    total: 8,
    credits: 20,
    isTooLarge: false,
    hasSources: true,
    uploading: true,
    sending: false,
  });
  expect(orderSummary(studio({ unsent: [unsent("1")] }), defaultBaseCosts).sending).toBe(true);
  expect(orderSummary(emptyStudio, defaultBaseCosts)).toMatchObject({ pictures: 0, total: 0, credits: 1 });
  const many = Array.from({ length: 251 }, (_, at) => sourceOf(String(at)));
  expect(orderSummary({ ...state, sources: many }, defaultBaseCosts).isTooLarge).toBe(true);
});

test("switching from several options to one leaves the first one chosen", () => {
  const several = { ...emptyStudio, ...setSeveral(emptyStudio, "styles", true) };
  const two = { ...several, settings: { ...several.settings, styles: ["luxury", "lifestyle"] as const } };
  expect(setSeveral(two, "styles", false)).toMatchObject({
    several: { styles: false },
    settings: { styles: ["luxury"], aspectRatios: ["1:1"] },
  });
});

const english = createLanguage("en", {});

test("titles name the style, also one that is no longer offered", () => {
  expect(shortTitle({ operation: "generate", style: "studio" }, english)).toBe("Studio");
  expect(shortTitle({ operation: "remove_bg", style: null }, english)).toBe("Cut-out");
  expect(generationTitle({ operation: "generate", style: "luxury" }, english)).toBe("Luxury photo");
  expect(generationTitle({ operation: "remove_bg", style: null }, english)).toBe("Cut-out");
  expect(styleName("vintage", english.t)).toBe("vintage");
});

test("refused orders are summed by the estimated price, without photos that were left out", () => {
  const problem = { code: "insufficient_credits", message: "", fix: undefined };
  const settings = { ...emptyStudio.settings, styles: ["studio", "luxury", "lifestyle"] as const };
  const known = unsent("a", { settings, problem, asked: { credits: 1, leftOut: ["mug_studio_1k"] } });
  expect(refusedSummary([known, unsent("b")], defaultBaseCosts)).toEqual({ problem, photos: 2, credits: 1 });
  expect(refusedSummary([known, unsent("b", { settings, problem })], defaultBaseCosts)).toMatchObject({
    photos: 5,
    credits: 4,
  });
  expect(refusedSummary([unsent("c")], defaultBaseCosts)).toEqual({ problem: null, photos: 0, credits: 0 });
});

test("a handed-over picture has its metadata, also if its source was known without it", () => {
  const picture = { name: "mug.jpg", imageUrl: `${host}mug.jpg`, metadata: { sku: "M-1" } };
  expect(chooseOnly([], [picture]).sources.map(pictureOf)).toEqual([picture]);
  const known = sourceOf("mug", { name: "mug.jpg" });
  const { sources, shownId } = chooseOnly([known, sourceOf("hat")], [picture]);
  expect(sources.map(({ id, selected }) => [id, selected])).toEqual([
    ["mug", true],
    ["hat", false],
  ]);
  expect([shownId, sources.slice(0, 1).map(pictureOf)]).toEqual(["mug", [picture]]);
  expect(pictureOf(sourceOf("a", { imageUrl: null }))).toBeNull();
});

test("changing a finished photo loads its settings and selects only its picture", () => {
  const settings = { ...emptyStudio.settings, styles: ["luxury" as const], options: { shadow: 0.2 } };
  const picture = { name: "mug.jpg", imageUrl: `${host}mug.jpg` };
  const before = studio({ sources: [sourceOf("a")] });
  const first = { ...before, ...arrangeAgain(before, picture, settings) };
  expect(first.sources.map(({ selected }) => selected)).toEqual([false, true]);
  expect(first.sources[1]).toMatchObject({ ...picture, state: "ready", id: first.shownId });
  expect(first).toMatchObject({ settings, arrange: { open: true } });
  const again = { ...first, ...arrangeAgain(first, picture, settings) };
  expect(ids(again.sources)).toEqual(ids(first.sources));
});

describe("a picture with few pixels", () => {
  const sources = [
    sourceOf("phone", { size: { width: 4_032, height: 3_024 } }),
    sourceOf("web", { size: { width: 640, height: 480 } }),
    sourceOf("shop", { size: { width: 900, height: 1_200 } }),
    sourceOf("unknown"),
  ];
  const small = (...chosen: ("1K" | "2K" | "4K")[]) =>
    smallPictures(studio({ sources, settings: { ...emptyStudio.settings, resolutions: chosen } }));

  test("is reported for the largest chosen resolution, the smallest picture first", () => {
    expect(small("1K")).toBeNull();
    expect(small("1K", "2K")).toEqual({
      name: "web.jpg",
      width: 640,
      height: 480,
      count: 1,
      resolution: "2K",
    });
    expect(small("4K")).toMatchObject({ name: "web.jpg", count: 2, resolution: "4K" });
  });

  test("is reported if a marketplace needs more pixels than the chosen resolution", () => {
    const settings = { ...emptyStudio.settings, marketplaces: ["shopify"] as const };
    expect(smallPictures(studio({ sources, settings }))).toMatchObject({ name: "web.jpg", resolution: "2K" });
  });

  test("is not reported if it is not chosen or not uploaded", () => {
    const settings = { ...emptyStudio.settings, resolutions: ["4K"] as const };
    const size = { width: 640, height: 480 };
    const others = [sourceOf("a", { size, selected: false }), sourceOf("b", { size, state: "uploading" })];
    expect(smallPictures(studio({ sources: others, settings }))).toBeNull();
  });
});

test("a draft is new if its settings or chosen pictures change, but not for the progress of an upload", () => {
  const uploading = sourceOf("b", { state: "uploading", imageUrl: null });
  const before = studio({ sources: [sourceOf("a"), uploading] });
  const changed = (part: Partial<StudioState>) => isNewDraft({ ...before, ...part }, before);
  expect(changed({ sources: changeById(before.sources, "b", { progress: 0.5 }) })).toBe(false);
  expect(changed({ shownId: "a", unsent: [unsent("key")] })).toBe(false);
  expect(changed({ sources: changeById(before.sources, "a", { selected: false }) })).toBe(true);
  expect(changed({ sources: changeById(before.sources, "b", { imageUrl: `${host}b.jpg` }) })).toBe(true);
  expect(changed({ sources: changeById(before.sources, "a", { sizeCm: { height: 9 } }) })).toBe(true);
  expect(changed({ settings: { ...before.settings, prompt: "on oak" } })).toBe(true);
});

test("the real size of a product goes into the photos of its picture, not into its cut-out", () => {
  const picture = pictureOf(sourceOf("a", { imageUrl: `${host}a.jpg`, sizeCm: { height: 9 } }));
  if (!picture) throw new Error("the picture is not uploaded");
  const settings = { ...emptyStudio.settings, cutouts: true, options: { product_size_cm: { height: 40 } } };
  const { items } = toBatchRequest({ pictures: [picture], settings });
  expect(
    items.map(({ request }) => Object.entries(request).find(([name]) => name === "product_size_cm")?.[1]),
  ).toEqual([{ height: 9 }, undefined]);
});

test("the studio selects only the pictures that another page hands over", () => {
  const mug = { name: "mug.jpg", imageUrl: `${host}mug.jpg` };
  const lamp = { name: "lamp-7", imageUrl: `${host}lamp.jpg` };
  const first = studio(applyHandover(emptyStudio, { pictures: [lamp] }));
  expect(first.settings).toEqual(emptyStudio.settings);
  const both = { ...first, ...applyHandover(first, { pictures: [mug] }) };
  expect(both.sources.map(({ name, selected }) => [name, selected])).toEqual([
    ["lamp-7", false],
    ["mug.jpg", true],
  ]);
  const settings = { styles: ["studio", "luxury"] as const };
  const again = { ...both, ...applyHandover(both, { pictures: [lamp, mug], settings }) };
  expect(again.sources.map(({ id, selected }) => [id, selected])).toEqual(
    both.sources.map(({ id }) => [id, true]),
  );
  expect(again.several).toEqual({ styles: true, aspectRatios: false, resolutions: false });
  expect(again.shownId).toBe(both.sources[0]?.id);
});

test("settings that are handed over replace the brand look and the marketplaces", () => {
  const look = { id: "look_1", name: "Oak", settings: { prompt: "oak" } };
  const before = studio({ settings: { ...emptyStudio.settings, look, marketplaces: ["etsy"] } });
  const settings = { ...emptyStudio.settings, marketplaces: ["amazon"] as const, seeds: [5] };
  const after = { ...before, ...applyHandover(before, { pictures: [], settings }) };
  expect(after.settings).toMatchObject({ marketplaces: ["amazon"], seeds: [5], look: null });
  expect(outputsOf(after.settings)).toMatchObject([{ size: "amazon", resolution: "2K" }]);
});
