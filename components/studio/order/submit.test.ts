import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand";
import { createLanguage } from "#lib/language/translate.ts";
import { stubFetch } from "#lib/testing/fetched.ts";
import type { PhotoModes } from "../../photos/modes.ts";
import { sourceOf } from "../source-fixture.ts";
import { emptyStudio, type StudioState, withNew } from "../state.ts";
import { createOrders } from "./submit.ts";

const english = createLanguage("en", {});
const source = sourceOf("a", { name: "mug.jpg", imageUrl: "https://host.example/mug.jpg" });

const taken = () => Response.json({ id: "bat_1" }, { status: 202 });
const refusal = (status: number, code: string, headers = {}) =>
  Response.json({ error: { code, message: code } }, { status, headers });

const fetched = stubFetch();
/** Idempotency keys and bodies of the orders sent, in sequence. */
const sent = () =>
  fetched.mock.calls
    .filter(([url]) => url === "/api/v1/batches")
    .map(([, { headers, body }]) => ({ key: new Headers(headers).get("idempotency-key"), body }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  estimated = [];
});

/** Result of each item of an estimate: its price, and the id of identical open or finished work. */
let estimated: { credits: number; open_id?: string; reused_id?: string }[] = [];

/**
 * Batch requests get these responses in turn, the last one repeatedly. Estimates succeed; all other requests fail.
 */
function answerOrders(...answers: (() => Response | Promise<Response>)[]): void {
  fetched.mockImplementation(async (url, { body }) => {
    if (url === "/api/v1/estimate") {
      const requests = JSON.parse(String(body)).requests.map((_: unknown, place: number) => ({
        ...{ open_id: null, reused_id: null },
        ...(estimated[place] ?? { credits: 1 }),
      }));
      return Response.json({ requests, credits_remaining: { total: 9 } });
    }
    if (url.startsWith("/api/v1/generations/")) return Response.json({ id: url.split("/").at(-1) });
    if (url !== "/api/v1/batches") throw new TypeError("not now");
    return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Response.error();
  });
}

function open(modes: PhotoModes = { models: [], defaultMode: "studio" }) {
  const store = createStore<StudioState>(() => ({ ...emptyStudio, sources: [source] }));
  const studio = createOrders({ store, modes, closed: new AbortController().signal });
  const problems = () => store.getState().unsent.map(({ problem }) => problem?.code ?? null);
  return { store, studio, problems };
}

/** Orders, and waits for what that does at once. */
async function orderNow(studio: ReturnType<typeof open>["studio"]): Promise<void> {
  studio.order(english);
  await vi.advanceTimersByTimeAsync(1);
}

const lost = () => Promise.reject(new TypeError("lost"));

test("an order is retried with the same key after a lost connection, an unfinished first call or a rate limit", async () => {
  const { studio, store } = open();
  answerOrders(
    lost,
    () => refusal(409, "idempotency_in_progress", { "retry-after": "1" }),
    () => refusal(429, "rate_limited", { "retry-after": "3" }),
    taken,
  );
  await orderNow(studio);
  expect(store.getState().unsent[0]?.note).toBe("connection_lost");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(store.getState()).toMatchObject({ unsent: [], shownId: "bat_1" });
  expect(sent()).toHaveLength(4);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  expect(new Set(sent().map(({ body }) => body)).size).toBe(1);
});

test("a double click orders once, even if the first click was answered before the second", async () => {
  const { studio, store } = open();
  answerOrders(taken);
  studio.order(english);
  studio.order(english);
  await vi.advanceTimersByTimeAsync(300);
  expect(store.getState().unsent).toEqual([]);
  studio.order(english);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent()).toHaveLength(1);
  // The same order placed later is a new order.
  await orderNow(studio);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
});

test("an order that is still being sent is not ordered a second time, however long it takes", async () => {
  const { studio } = open();
  answerOrders(lost);
  studio.order(english);
  await vi.advanceTimersByTimeAsync(20_000);
  studio.order(english);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test("a copy of the tab orders the same draft under the same key", async () => {
  const [one, copy] = [open(), open()];
  for (const { store } of [one, copy]) store.setState({ draftId: "draft-1" });
  answerOrders(taken);
  one.studio.order(english);
  copy.studio.order(english);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent().map(({ key }) => key)).toEqual(["draft-1", "draft-1"]);
  expect(new Set(sent().map(({ body }) => body)).size).toBe(1);
  expect(one.store.getState().draftId).not.toBe("draft-1");
});

test("an order is retried immediately when the connection returns", async () => {
  const { studio, store } = open();
  answerOrders(lost, taken);
  await orderNow(studio);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().unsent).toEqual([]);
});

test("a manual retry of an order whose response was lost has the same key", async () => {
  const { studio, store, problems } = open();
  answerOrders(lost);
  studio.order(english);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(problems()).toEqual(["connection_lost"]);
  answerOrders(taken);
  studio.retryUnsent();
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().unsent).toEqual([]);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test("without credits the orders behind are not sent; a retry sends each with a new key", async () => {
  const { studio, store, problems } = open();
  const first = Promise.withResolvers<Response>();
  answerOrders(() => first.promise);
  studio.order(english);
  studio.orderOne(
    { name: "mug.jpg", imageUrl: "https://host.example/mug.jpg" },
    { ...emptyStudio.settings, cutouts: true },
    english,
  );
  await vi.advanceTimersByTimeAsync(1);
  expect(sent()).toHaveLength(1);
  first.resolve(refusal(402, "insufficient_credits"));
  await vi.advanceTimersByTimeAsync(1);
  expect(problems()).toEqual(["insufficient_credits", "insufficient_credits"]);
  expect(sent()).toHaveLength(1);
  answerOrders(taken);
  studio.retryUnsent();
  await vi.advanceTimersByTimeAsync(1);
  expect(store.getState().unsent).toEqual([]);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(3);
});

test("refused orders can be dropped, and nothing is ordered without a picture", async () => {
  const { studio, store, problems } = open();
  answerOrders(() => refusal(503, "overloaded"));
  await orderNow(studio);
  expect(problems()).toEqual(["overloaded"]);
  studio.discardUnsent();
  expect(store.getState().unsent).toEqual([]);
  store.setState({ sources: [] });
  studio.order(english);
  expect(store.getState().unsent).toEqual([]);
});

test("the chosen mode is sent if a model supports it, and omitted otherwise", async () => {
  const model = { id: "google/gemini", label: "Gemini", edits: true };
  const asked = (mode: "scene" | "edit") => ({ ...emptyStudio.settings, mode });
  const picture = { name: "mug.jpg", imageUrl: "https://host.example/mug.jpg" };
  answerOrders(taken);
  open({ models: [model], defaultMode: "scene" }).studio.orderOne(picture, asked("scene"), english);
  open().studio.orderOne(picture, asked("scene"), english);
  open({ models: [{ ...model, edits: false }], defaultMode: "scene" }).studio.orderOne(
    picture,
    asked("edit"),
    english,
  );
  await vi.advanceTimersByTimeAsync(1);
  const modes = sent().map(({ body }) => JSON.parse(String(body)).items[0].request.mode);
  expect(modes).toEqual(["scene", undefined, undefined]);
});

test("photos that are already in progress are omitted from an order and from its retries", async () => {
  const { studio, store } = open();
  store.setState({ settings: { ...emptyStudio.settings, styles: ["studio", "luxury"] } });
  estimated = [{ credits: 1, open_id: "gen_1" }];
  answerOrders(lost, taken);
  await orderNow(studio);
  expect(store.getState().unsent[0]?.asked).toEqual({ credits: 1, leftOut: ["mug_studio_1k"] });
  // The open items may be those of the first attempt, whose response was lost.
  estimated = [
    { credits: 1, open_id: "gen_1" },
    { credits: 1, open_id: "gen_2" },
  ];
  await vi.advanceTimersByTimeAsync(3_000);
  expect(store.getState()).toMatchObject({ unsent: [], shownId: "bat_1" });
  for (const { body } of sent()) {
    expect(JSON.parse(String(body)).items).toMatchObject([{ request: { style: "luxury" } }]);
  }
  expect(sent()).toHaveLength(2);
});

test("an order whose photos are all in progress is not sent, and the photo in progress is shown", async () => {
  const { studio, store } = open();
  estimated = [{ credits: 1, open_id: "gen_1" }];
  answerOrders(taken);
  await orderNow(studio);
  expect(sent()).toEqual([]);
  expect(store.getState()).toMatchObject({ unsent: [], shownId: "gen_1" });
});

test("photos that the account has are never ordered again: one is shown, new ones are ordered without them", async () => {
  const { studio, store } = open();
  estimated = [{ credits: 0, reused_id: "gen_1" }];
  answerOrders(taken);
  await orderNow(studio);
  expect(sent()).toEqual([]);
  expect(store.getState()).toMatchObject({ unsent: [], shownId: "gen_1", recalled: { id: "gen_1" } });
  store.setState({ settings: { ...emptyStudio.settings, styles: ["studio", "luxury"] } });
  await orderNow(studio);
  expect(sent()).toHaveLength(1);
  expect(JSON.parse(String(sent()[0]?.body)).items).toMatchObject([{ request: { style: "luxury" } }]);
  expect(store.getState()).toMatchObject({ shownId: "bat_1" });
});

test("a retry of a refused order requests a new estimate", async () => {
  const { studio, store } = open();
  answerOrders(() => refusal(402, "insufficient_credits"), taken);
  await orderNow(studio);
  expect(store.getState().unsent[0]?.asked).toEqual({ credits: 1, leftOut: [] });
  estimated = [{ credits: 1, open_id: "gen_1" }];
  studio.retryUnsent();
  await vi.advanceTimersByTimeAsync(1);
  expect(sent()).toHaveLength(1);
  expect(store.getState()).toMatchObject({ unsent: [], shownId: "gen_1" });
});

test("a picture that was ordered is not ordered along with a new one, unless it is selected again", async () => {
  const { studio, store } = open();
  answerOrders(taken);
  await orderNow(studio);
  const added = { ...source, id: "new", imageUrl: "https://x/new.jpg", selected: true };
  const after = withNew(store.getState().sources, added);
  expect(after.map(({ id, selected }) => [id, selected])).toEqual([
    [source.id, false],
    ["new", true],
  ]);
});
