import { expect, test } from "vitest";
import { batch } from "#lib/contract/batches/schemas.ts";
import { generation } from "#lib/contract/generations/schemas.ts";
import { examples } from "#lib/contract/openapi/examples.ts";
import type { Item, Order } from "../orders/model.ts";
import { findShown, itemKey } from "./shown.ts";
import { sourceOf } from "./source-fixture.ts";
import type { Source } from "./state.ts";

const item = (batchId: string, customId: string, part: Partial<Item> = {}): Item => ({
  ...generation.parse({ ...examples.photo, id: `gen_${customId}`, batch_id: batchId, custom_id: customId }),
  ...part,
});

const order = (id: string, status: Order["status"], items: Item[]): Order => ({
  ...batch.parse(examples.batch),
  id,
  status,
  items,
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
  expect(shows("x", [sourceOf("x"), sourceOf("y")])).toBe("x");
  expect(shows("bat_1/b", [sourceOf("x")])).toBe("bat_1/b");
  expect(shows("bat_1", [sourceOf("x")])).toBe("bat_1/a");
  expect(shows("bat_2")).toBe("bat_2/b");
  expect(shows("gen_b", [sourceOf("x")])).toBe("bat_1/b");
});

test("work that is made again remains shown", () => {
  const again = order("bat_1", "running", [item("bat_1", "a", { id: "gen_new", status: "queued" })]);
  expect(shows("bat_1/a", [sourceOf("x")], [again])).toBe("bat_1/a");
});

test("a photo older than the recent orders is shown while it is chosen", () => {
  const old = item("bat_0", "old");
  expect(shows("gen_old", [sourceOf("x")], [done], old)).toBe("bat_0/old");
  expect(shows("x", [sourceOf("x")], [done], old)).toBe("x");
});

test("without a choice the viewer shows the newest picture with a preview, else work in progress, else nothing", () => {
  expect(shows(null, [sourceOf("x"), sourceOf("y"), sourceOf("z", { previewUrl: null })])).toBe("y");
  expect(shows("gone", [])).toBe("bat_2/b");
  expect(shows(null, [], [done])).toBeNull();
});
