import pLimit from "p-limit";
import { refreshBalance } from "#components/shell/balance.tsx";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { keepProblem, type ServiceProblem } from "../../language/faults.ts";
import type { Translate } from "../../language/translate.ts";
import type { Item, Order } from "../../orders/model.ts";
import { refreshOrders } from "../../orders/recent.ts";
import { settingsOf, sourceOf } from "../../photos/made-photo.ts";
import { offeredModes } from "../../photos/modes.ts";
import { estimateOrder, withoutItems } from "../../photos/order-request.ts";
import { untilOnlineOrAfter } from "../pictures/connection.ts";
import { changeById, localId, pictureOf, refuseOrder, type StudioContents } from "../state.ts";
import {
  nameOrder,
  type OrderedPicture,
  type Settings,
  toBatchRequest,
  type Unsent,
  type Wanted,
} from "./request.ts";
import { createTakes, seedsLike, unusedSeed } from "./takes.ts";

const longestSilenceMs = 120_000;
const longestBusyMs = 600_000;
/** The same order again within this is the same click. */
const repeatMs = 1_000;

/** Orders on their way to the service: sent one by one, tried again without double charge, then the service's. */
export function createOrders({ store, ways, closed }: StudioContents) {
  const limit = pLimit(1);
  let last: { intent: string; id: string; atMs: number } | null = null;
  const takes = createTakes();

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
        const shownId = await requestOrder(order, (part) => change(id, part), closed);
        await refreshOrders();
        remove(id);
        store.setState({ shownId });
      } catch (error) {
        if (closed.aborted) return;
        store.setState((state) => refuseOrder(state, id, problemOf(error)));
      }
      void refreshBalance();
    });
  }

  /** Under a key of its own, or as `id` says; false when there is nothing to order, or it was ordered just now. */
  function add({ pictures, settings }: Wanted, t: Translate, id = localId()): boolean {
    const intent = JSON.stringify([pictures.map(({ imageUrl }) => imageUrl), settings]);
    if (pictures.length === 0 || isRepeated(intent)) return false;
    last = { intent, id, atMs: Date.now() };
    // A model that was there when the settings were kept, or the photo made, may be gone.
    const mode = offeredModes(ways.models).find((one) => one.mode === settings.mode)?.mode ?? null;
    const wanted = { pictures, settings: { ...settings, mode } };
    const order = { id, title: nameOrder(wanted, t), ...wanted, asked: null, note: null, problem: null };
    store.setState(({ unsent }) => ({ unsent: [...unsent, order] }));
    send(id);
    return true;
  }

  /** The second click of a double click, or one more while the first is still on its way. */
  function isRepeated(intent: string): boolean {
    if (last?.intent !== intent) return false;
    return find(last.id)?.problem === null || Date.now() - last.atMs < repeatMs;
  }

  function retry(order: Unsent): void {
    if (order.problem === null) return;
    // An order whose answer was lost keeps its key and gets that answer; a refused one is asked anew.
    const anew = order.problem.code === lostCode ? {} : { id: localId(), asked: null };
    change(order.id, { ...anew, problem: null });
    send(anew.id ?? order.id);
  }

  return {
    /** Everything that the settings of now make of the chosen pictures that have arrived. */
    order: (t: Translate) => {
      const { sources, settings, draftId } = store.getState();
      const chosen = sources.filter(({ selected }) => selected).flatMap((source) => pictureOf(source) ?? []);
      // A copy of this tab has the same key: of the two, the service takes one order.
      if (add({ pictures: chosen, settings }, t, draftId || localId()))
        store.setState({ draftId: localId() });
    },

    /** What was ordered elsewhere on the page is shown as what is ordered here. */
    showOrder: async (batchId: string) => {
      await refreshOrders();
      store.setState({ shownId: batchId });
    },

    /** One picture in settings of its own. */
    orderOne: (picture: OrderedPicture, settings: Settings, t: Translate): void =>
      void add({ pictures: [picture], settings }, t),

    /** Another take of a finished photo: the same in every way but one, and never one that there is already. */
    orderTake: async (item: Item, orders: readonly Order[], t: Translate) => {
      const settings = settingsOf(item);
      if (!settings) return;
      const picture = sourceOf(item);
      const others = store
        .getState()
        .unsent.filter(({ pictures }) => pictures.some(({ imageUrl }) => imageUrl === picture.imageUrl));
      const known = [...seedsLike(item, orders), ...others.flatMap((order) => order.settings.seeds)];
      const seed = takes.next(`${item.style} ${item.image_url}`, known);
      const unused = await unusedSeed(seed, { picture, settings, signal: closed });
      add({ pictures: [picture], settings: { ...settings, seeds: [unused] } }, t);
    },

    retryUnsent: () => {
      for (const order of store.getState().unsent) retry(order);
    },

    /** Drops the orders that were not taken. */
    discardUnsent: () =>
      store.setState(({ unsent }) => ({ unsent: unsent.filter(({ problem }) => problem === null) })),

    /** Goes on with what an earlier visit left on its way. */
    resume: () => {
      for (const { id } of store.getState().unsent) send(id);
    },
  };
}

export const lostCode = "connection_lost";

function problemOf(error: unknown): ServiceProblem {
  return error instanceof ApiProblem ? keepProblem(error) : { code: lostCode, message: "", fix: undefined };
}

/**
 * Sends the order until there is an answer, after a lost connection or a busy service again under the same key, so
 * nothing is ordered twice. `onChange` hears what is left out and why it takes longer. Resolves to the id of the batch,
 * or of what is being made already where that is all of it.
 */
async function requestOrder(
  order: Unsent,
  onChange: (part: Pick<Unsent, "asked"> | Pick<Unsent, "note">) => void,
  signal: AbortSignal,
): Promise<string> {
  const startedAtMs = Date.now();
  const request = { title: order.title, ...toBatchRequest(order) };
  let { asked } = order;
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (!asked) {
        const { credits, open } = await estimateOrder(request.items, signal);
        const [first] = open;
        if (first && open.length === request.items.length) return first.id;
        asked = { credits, leftOut: open.map(({ customId }) => customId) };
        onChange({ asked });
      }
      const input = withoutItems(request, asked.leftOut);
      const { id } = await callApi("POST /api/v1/batches", { input, idempotencyKey: order.id, signal });
      return id;
    } catch (error) {
      signal.throwIfAborted();
      const pause = pauseAfter(error, attempt);
      if (!pause || Date.now() - startedAtMs > pause.patienceMs) throw error;
      onChange({ note: pause.note });
      await untilOnlineOrAfter(pause.ms, signal);
    }
  }
}

interface Pause {
  ms: number;
  note: Unsent["note"];
  patienceMs: number;
}

/** How long to wait before the same order may be sent again; null when another try would end the same. */
function pauseAfter(error: unknown, attempt: number): Pause | null {
  if (!(error instanceof ApiProblem)) {
    const ms = Math.min(8_000, 1_000 * 2 ** attempt);
    return { ms, note: "connection_lost", patienceMs: longestSilenceMs };
  }
  const ms = error.retryAfterMs ?? 2_000;
  if (error.code === "idempotency_in_progress") {
    return { ms, note: "being_taken", patienceMs: longestSilenceMs };
  }
  if (error.code === "rate_limited") {
    return { ms, note: "busy", patienceMs: longestBusyMs };
  }
  return null;
}
