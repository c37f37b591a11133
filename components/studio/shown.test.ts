import { expect, test } from "vitest";
import type { Item, Order } from "../orders/model.ts";
import { findShown, itemKey } from "./shown.ts";
import type { Source } from "./state.ts";

const item = (batchId: string, customId: string, part: Partial<Item> = {}): Item => ({
  id: `gen_${customId}`,
  operation: "generate",
  status: "succeeded",
  position: null,
  stage: null,
  engine: null,
  provenance: null,
  batch_id: batchId,
  custom_id: customId,
  request_id: null,
  superseded_by: null,
  title: "mug.jpg",
  metadata: null,
  api_key_id: null,
  image_url: "https://host.example/mug.jpg",
  result_url: null,
  style: "luxury",
  prompt: null,
  seed: 0,
  options: {},
  prompt_understood: null,
  prompt_ignored: null,
  scene: null,
  scene_suggestions: [],
  remake_of: null,
  review: null,
  stance: null,
  bounding_box: null,
  notes: [],
  aspect_ratio: "16:9",
  resolution: "2K",
  width: null,
  height: null,
  bytes: null,
  content_type: null,
  mode: "studio",
  model: null,
  fidelity: { product: "original", changed: 0, changed_words: [] },
  source_name: null,
  attempts: 1,
  credits_used: 2,
  error_code: null,
  error_message: null,
  error_fix: null,
  finished_at: null,
  refunded_at: null,
  livemode: true,
  created_at: "2026-11-22T12:00:00.000Z",
  ...part,
});

const order = (id: string, status: Order["status"], items: Item[]): Order => ({
  id,
  title: null,
  status,
  items,
  eta_seconds: null,
  metadata: null,
  livemode: true,
  finished_at: null,
  counts: { total: items.length, queued: 0, running: 0, succeeded: 0, failed: 0, canceled: 0 },
  credits: { reserved: 2, used: 2, refunded: 0 },
  created_at: "2026-11-22T12:00:00.000Z",
});

const source = (id: string, part: Partial<Source> = {}): Source => ({
  id,
  name: `${id}.jpg`,
  state: "ready",
  progress: 1,
  problem: null,
  size: null,
  previewUrl: `blob:${id}`,
  imageUrl: null,
  selected: true,
  ...part,
});

const done = order("bat_1", "completed", [item("bat_1", "a"), item("bat_1", "b")]);
const open = order("bat_2", "running", [item("bat_2", "a", { status: "canceled" }), item("bat_2", "b")]);
const shows = (
  shownId: string | null,
  sources: Source[] = [],
  orders = [done, open],
  recalled: Item | null = null,
) => {
  const shown = findShown({ sources, shownId, recalled }, orders);
  return shown && ("item" in shown ? itemKey(shown.item) : shown.source.id);
};

test("the viewer shows the chosen picture or work, or the first photo of the chosen order", () => {
  expect(shows("x", [source("x"), source("y")])).toBe("x");
  expect(shows("bat_1/b", [source("x")])).toBe("bat_1/b");
  expect(shows("bat_1", [source("x")])).toBe("bat_1/a");
  expect(shows("bat_2")).toBe("bat_2/b");
  expect(shows("gen_b", [source("x")])).toBe("bat_1/b");
});

test("work that is made again remains shown", () => {
  const again = order("bat_1", "running", [item("bat_1", "a", { id: "gen_new", status: "queued" })]);
  expect(shows("bat_1/a", [source("x")], [again])).toBe("bat_1/a");
});

test("a photo older than the recent orders is shown while it is chosen", () => {
  const old = item("bat_0", "old");
  expect(shows("gen_old", [source("x")], [done], old)).toBe("bat_0/old");
  expect(shows("x", [source("x")], [done], old)).toBe("x");
});

test("without a choice the viewer shows the newest picture with a preview, else work in progress, else nothing", () => {
  expect(shows(null, [source("x"), source("y"), source("z", { previewUrl: null })])).toBe("y");
  expect(shows("gone", [])).toBe("bat_2/b");
  expect(shows(null, [], [done])).toBeNull();
});
