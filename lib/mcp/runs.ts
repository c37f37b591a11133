import type { z } from "zod";
import type { generation } from "../contract/generations/schemas.ts";
import { longestWaitSeconds } from "../contract/limits.ts";
import type { ToolOperation } from "../contract/mcp/operations.ts";
import type { ToolName } from "../contract/mcp/tools.ts";
import { isOpen } from "../db/work-status.ts";
import { errorTable, invalidParam } from "../platform/errors.ts";
import { type Api, CallFailed } from "./api.ts";
import { photoType, toRequests } from "./orders.ts";

/** Link to the full picture of a result. */
export interface Link {
  url: string;
  name: string;
  contentType?: string | null;
}

/** Result of a tool, before its schema selects the fields. */
interface Outcome {
  answer: object;
  links?: readonly Link[];
  /** URL of a picture on the image host to include in the result. */
  shown?: string | null;
}

type Arguments = Record<string, unknown>;
/** `own` are arguments that the tool has validated; `rest` those that its operation validates. */
type Run = (api: Api, own: Arguments, rest: Arguments) => Promise<Outcome>;
type Work = z.output<typeof generation>;

export const runs: Record<ToolName, Run> = {
  list_scenes: async (api, _own, query) => ({ answer: await read(api, "listScenes", { query }) }),
  upload_picture: uploadPicture,
  estimate: async (api, _own, rest) => {
    const json = { requests: toRequests("requests", rest.requests) };
    return { answer: await read(api, "estimate", { json }) };
  },
  make_photo: (api, own, rest) => orderWork(api, "generate", { own, json: { ...photoType, ...rest } }),
  remove_background: (api, own, json) => orderWork(api, "removeBg", { own, json }),
  get_work: async (api, { id }, { wait = longestWaitSeconds }) =>
    presentWork((await read(api, "getGeneration", { params: { id: String(id) }, query: { wait } })) as Work),
  order_batch: async (api, { max_credits, idempotency_key }, rest) => {
    const json = { ...rest, items: toRequests("items", rest.items), max_credits };
    const batch = await read(api, "createBatch", { json, idempotencyKey: textOf(idempotency_key) });
    return { answer: { ...batch, next: "get_batch with this id" } };
  },
  get_batch: readBatch,
  check_for_marketplace: async (api, { id }, query) => ({
    answer: await read(api, "checkGeneration", { params: { id: String(id) }, query }),
  }),
  get_credits: async (api) => ({ answer: await read(api, "credits") }),
};

async function read(api: Api, name: ToolOperation, sent: Parameters<Api["call"]>[1] = {}): Promise<object> {
  return (await api.call(name, sent)).body as object;
}

async function uploadPicture(api: Api, own: Arguments): Promise<Outcome> {
  const { image_url, base64, file_name } = own;
  const fileName = textOf(file_name);
  const idempotencyKey = textOf(own.idempotency_key);
  if ((image_url === undefined) === (base64 === undefined)) {
    throw invalidParam("image_url", "give either image_url or base64");
  }
  const { image_url: url } = (
    base64 === undefined
      ? await read(api, "fetchPicture", { json: { image_url, file_name: fileName }, idempotencyKey })
      : await read(api, "upload", { form: formOf(String(base64), fileName), idempotencyKey })
  ) as { image_url: string };
  return { answer: { image_url: url }, links: [{ url, name: fileName ?? "picture" }], shown: url };
}

/** Accepts base64 or a `data:` URL. */
function formOf(base64: string, fileName = "blob"): FormData {
  const start = base64.startsWith("data:") ? base64.indexOf(",") + 1 : 0;
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(base64.slice(start), "base64")]), fileName);
  return form;
}

/** Orders asynchronously, so that a lost connection costs nothing, then waits as long as a call may. */
async function orderWork(
  api: Api,
  name: "generate" | "removeBg",
  { own, json }: { own: Arguments; json: Arguments },
): Promise<Outcome> {
  const { status, headers, body } = await api.call(name, {
    json: { ...json, max_credits: own.max_credits },
    idempotencyKey: textOf(own.idempotency_key),
    respondAsync: true,
  });
  const id = headers.get("X-Generation-Id") ?? "";
  const accepted = status === 202 ? (body as Work) : null;
  // Returns paid work even if the same key may not read it.
  const work = await waitFor(api, id).catch((error: unknown) => {
    if (accepted) return accepted;
    throw error;
  });
  if (work.batch_id !== null) return presentSeveral(api, work.batch_id);
  // A reused result cost credits in its first order, but none in this one.
  const creditsUsed = Math.min(
    work.credits_used,
    Number(headers.get("X-Credits-Charged") ?? Number.POSITIVE_INFINITY),
  );
  return presentWork({ ...work, credits_used: creditsUsed });
}

async function waitFor(api: Api, id: string): Promise<Work> {
  for (let left = api.waitSeconds; ; left -= longestWaitSeconds) {
    const query = { wait: Math.min(left, longestWaitSeconds) };
    const work = (await read(api, "getGeneration", { params: { id }, query })) as Work;
    if (!isOpen(work.status) || left <= longestWaitSeconds) return work;
  }
}

/** The photos of a call with `n`, as the first one that has not failed. Throws CallFailed when all have. */
async function presentSeveral(api: Api, id: string): Promise<Outcome> {
  await read(api, "getBatch", { params: { id }, query: { wait: longestWaitSeconds } });
  const page = await read(api, "listBatchItems", { params: { id } });
  const { data } = page as { data: Work[] };
  const first =
    data.find(({ status }) => status === "succeeded") ?? data.find(({ status }) => isOpen(status));
  if (!first) throw failureOf(data[0] as Work);
  const results = data.map(({ id, result_url, seed, status }) => ({ id, result_url, seed, status }));
  const credits_used = data.reduce((sum, work) => sum + work.credits_used, 0);
  const next = data.some(({ status }) => isOpen(status)) ? `get_batch with the id ${id}` : null;
  return {
    answer: { ...first, credits_used, results, next },
    links: data.flatMap((work) => (work.result_url === null ? [] : [linkOf(work, work.result_url)])),
    shown: first.result_url,
  };
}

/** Throws CallFailed for failed work. */
function presentWork(work: Work): Outcome {
  const { status, result_url: url } = work;
  if (status === "failed") throw failureOf(work);
  const next = isOpen(status) ? "get_work with this id" : null;
  const links = url === null ? [] : [linkOf(work, url)];
  return { answer: { ...work, next }, links, shown: url };
}

function failureOf({ id, error_code: code, error_message: message, error_fix: fix }: Work): CallFailed {
  const known = code !== null && Object.hasOwn(errorTable, code) ? (code as keyof typeof errorTable) : null;
  return new CallFailed({
    code: known ?? "generation_failed",
    message: message ?? errorTable.generation_failed.example,
    fix: fix ?? errorTable[known ?? "generation_failed"].fix,
    id,
    credits_used: 0,
  });
}

function linkOf({ id, title, custom_id, content_type: contentType }: Work, url: string): Link {
  return { url, name: title ?? custom_id ?? id, contentType };
}

async function readBatch(api: Api, own: Arguments, rest: Arguments): Promise<Outcome> {
  const { wait = longestWaitSeconds, ...query } = rest;
  const params = { id: String(own.id) };
  const batch = (await read(api, "getBatch", { params, query: { wait } })) as { status: string };
  const page = (await read(api, "listBatchItems", { params, query })) as {
    data: Work[];
    next_cursor: string | null;
  };
  const isDone = batch.status === "completed" || batch.status === "canceled";
  return {
    answer: {
      ...batch,
      items: page.data,
      next_cursor: page.next_cursor,
      next: isDone ? null : "get_batch with this id",
    },
    links: page.data.flatMap((work) => (work.result_url === null ? [] : [linkOf(work, work.result_url)])),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
