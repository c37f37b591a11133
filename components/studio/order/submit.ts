import pLimit from "p-limit";
import { refreshBalance } from "#components/shell/balance.tsx";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import type { Language } from "#lib/language/translate.ts";
import { type ServiceProblem, toServiceProblem } from "../../language/faults.ts";
import { reactionTo } from "../../language/reactions.ts";
import type { Item, Order } from "../../orders/model.ts";
import { refreshOrders } from "../../orders/recent.ts";
import { toBatchRequest } from "../../photos/build-order.ts";
import { type SourcePicture, sourceOf } from "../../photos/model.ts";
import { offeredModes } from "../../photos/modes.ts";
import {
  estimateOrder,
  leftOutOf,
  localId,
  type OrderEstimate,
  withoutItems,
} from "../../photos/order-request.ts";
import { type Settings, settingsOf } from "../../photos/settings.ts";
import { waitForOnline } from "../pictures/uploads.ts";
import {
  changeById,
  markOrdered,
  pictureOf,
  refuseOrder,
  type StudioContents,
  type StudioState,
} from "../state.ts";
import { nameOrder, type Unsent } from "./request.ts";
import { createSeeds, seedsLike, unusedSeed } from "./variants.ts";

const longestSilenceMs = 120_000;
const longestPauseMs = { in_progress: longestSilenceMs, busy: 600_000 };
/** The same order within this time counts as the same click. */
const repeatMs = 1_000;

/** Submits orders one at a time and retries them without a double charge. */
export function createOrders({ store, modes, closed }: StudioContents) {
  const limit = pLimit(1);
  let last: { intent: string; id: string; atMs: number } | null = null;
  const seeds = createSeeds();

  const find = (id: string) => store.getState().unsent.find((order) => order.id === id);
  const change = (id: string, part: Partial<Unsent>) =>
    store.setState(({ unsent }) => ({ unsent: changeById(unsent, id, part) }));
  const remove = (id: string) =>
    store.setState(({ unsent }) => ({ unsent: unsent.filter((order) => order.id !== id) }));

  function send(id: string): void {
    void limit(async () => {
      const order = find(id);
      if (!order || order.problem !== null || closed.aborted) return;
      try {
        const shown = await requestOrder(order, (part) => change(id, part), closed);
        await refreshOrders();
        remove(id);
        store.setState(shown);
      } catch (error) {
        if (closed.aborted) return;
        store.setState((state) => refuseOrder(state, id, problemOf(error)));
      }
      void refreshBalance();
    });
  }

  /** Queues an order under a new key or `id`; false when it is empty or repeats the last one. */
  function add(
    { pictures, settings }: Pick<Unsent, "pictures" | "settings">,
    language: Language,
    id = localId(),
  ): boolean {
    const intent = JSON.stringify([pictures.map(({ imageUrl }) => imageUrl), settings]);
    if (pictures.length === 0 || isRepeated(intent)) return false;
    last = { intent, id, atMs: Date.now() };
    // The mode of stored settings or of an earlier photo may no longer be available.
    const mode = offeredModes(modes.models).find((one) => one.mode === settings.mode)?.mode ?? null;
    const contents = { pictures, settings: { ...settings, mode } };
    const order = {
      id,
      title: nameOrder(contents, language),
      ...contents,
      asked: null,
      note: null,
      problem: null,
    };
    store.setState(({ unsent }) => ({ unsent: [...unsent, order] }));
    send(id);
    return true;
  }

  /** True for the second click of a double click, or while the same order is being sent. */
  function isRepeated(intent: string): boolean {
    if (last?.intent !== intent) return false;
    return find(last.id)?.problem === null || Date.now() - last.atMs < repeatMs;
  }

  function retry(order: Unsent): void {
    if (order.problem === null) return;
    // An order with a lost response keeps its key to get that response; a refused one gets a new key.
    const renewal = order.problem.code === lostCode ? {} : { id: localId(), asked: null };
    change(order.id, { ...renewal, problem: null });
    send(renewal.id ?? order.id);
  }

  return {
    /** Orders the selected, uploaded pictures with the current settings. */
    order: (language: Language) => {
      const { sources, settings, draftId } = store.getState();
      const chosen = sources.filter(({ selected }) => selected).flatMap((source) => pictureOf(source) ?? []);
      // A copy of this tab has the same draft key, so the service accepts only one of the two orders.
      if (add({ pictures: chosen, settings }, language, draftId || localId()))
        store.setState({ draftId: localId(), sources: markOrdered(sources) });
    },

    /** Shows an order that another part of the page placed. */
    showOrder: async (batchId: string) => {
      await refreshOrders();
      store.setState({ shownId: batchId });
    },

    /** Orders one picture with its own settings. */
    orderOne: (picture: SourcePicture, settings: Settings, language: Language): void =>
      void add({ pictures: [picture], settings }, language),

    /** Orders another variant of a finished photo: the same settings with an unused seed. */
    orderVariant: async (item: Item, orders: readonly Order[], language: Language) => {
      const settings = settingsOf(item);
      if (!settings) return;
      const picture = sourceOf(item);
      const others = store
        .getState()
        .unsent.filter(({ pictures }) => pictures.some(({ imageUrl }) => imageUrl === picture.imageUrl));
      const known = [...seedsLike(item, orders), ...others.flatMap((order) => order.settings.seeds)];
      const seed = seeds.next(`${item.style} ${item.image_url}`, known);
      const unused = await unusedSeed(seed, { picture, settings, signal: closed });
      add({ pictures: [picture], settings: { ...settings, seeds: [unused] } }, language);
    },

    retryUnsent: () => {
      for (const order of store.getState().unsent) retry(order);
    },

    /** Drops the refused orders. */
    discardUnsent: () =>
      store.setState(({ unsent }) => ({ unsent: unsent.filter(({ problem }) => problem === null) })),

    /** Sends the orders that were unsent at the end of an earlier visit. */
    resume: () => {
      for (const { id } of store.getState().unsent) send(id);
    },
  };
}

export const lostCode = "connection_lost";

function problemOf(error: unknown): ServiceProblem {
  return error instanceof ApiProblem
    ? toServiceProblem(error)
    : { code: lostCode, message: "", fix: undefined };
}

/**
 * Sends the order until there is a response. After a lost connection or while the service is busy, it retries under
 * the same key. `onChange` receives the left-out items and the reason of a delay. Resolves to what the viewer then
 * shows: the batch, or the work itself if every item is already open or made.
 */
async function requestOrder(
  order: Unsent,
  onChange: (part: Pick<Unsent, "asked"> | Pick<Unsent, "note">) => void,
  signal: AbortSignal,
): Promise<Partial<Pick<StudioState, "shownId" | "recalled">>> {
  const startedAtMs = Date.now();
  const request = { title: order.title, ...toBatchRequest(order) };
  let { asked } = order;
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (!asked) {
        const estimate = await estimateOrder(request.items, signal);
        const { open, had, credits } = estimate;
        const leftOut = leftOutOf(estimate);
        if (leftOut.length === request.items.length) return await showKnown({ open, had }, signal);
        asked = { credits, leftOut };
        onChange({ asked });
      }
      const input = withoutItems(request, asked.leftOut);
      const { id } = await callApi("POST /api/v1/batches", { input, idempotencyKey: order.id, signal });
      return { shownId: id };
    } catch (error) {
      signal.throwIfAborted();
      const pause = pauseAfter(error, attempt);
      if (!pause || Date.now() - startedAtMs > pause.patienceMs) throw error;
      onChange({ note: pause.note });
      await waitForOnline(pause.ms, signal);
    }
  }
}

async function showKnown({ open, had }: Pick<OrderEstimate, "open" | "had">, signal: AbortSignal) {
  const [id] = [...open, ...had].map((known) => known.id);
  if (id === undefined || open.length > 0) return { shownId: id ?? null };
  // It may be older than the recent orders.
  const recalled = await callApi("GET /api/v1/generations/{id}", { params: { id }, signal });
  return { shownId: id, recalled };
}

interface Pause {
  ms: number;
  note: Unsent["note"];
  patienceMs: number;
}

/** The pause before the next attempt; null when a retry cannot help. */
function pauseAfter(error: unknown, attempt: number): Pause | null {
  if (!(error instanceof ApiProblem)) {
    const ms = Math.min(8_000, 1_000 * 2 ** attempt);
    return { ms, note: "connection_lost", patienceMs: longestSilenceMs };
  }
  const ms = error.retryAfterMs ?? 2_000;
  const { pause } = reactionTo(error);
  return pause === undefined ? null : { ms, note: pause, patienceMs: longestPauseMs[pause] };
}
