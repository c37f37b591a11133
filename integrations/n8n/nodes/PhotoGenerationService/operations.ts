import { createHash, randomUUID } from "node:crypto";
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { bodyWith, identityOf, readPicture, upload } from "../shared/picture";
import { callApi } from "../shared/request";

const contentTypes: Record<string, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
};
const pageSize = 100;

/** Makes a photo or a cut-out of one item and returns the file, its address and what it cost. */
export async function makePicture(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
  const isPhoto = context.getNodeParameter("resource", item) === "photo";
  const picture = await readPicture(context, item);
  const { fields, key } = readRequest(context, item, isPhoto);
  const property = String(context.getNodeParameter("outputProperty", item));
  const type = contentTypes[String(fields.format ?? (isPhoto ? "jpeg" : "png"))] ?? "image/png";
  const { body, headers } = await callApi(context, {
    method: "POST",
    path: isPhoto ? "/generate" : "/remove-bg",
    body: await bodyWith(context, picture, fields),
    headers: {
      "Idempotency-Key": key ?? keyOf(context, item, [identityOf(picture), fields]),
      ...(property !== "" && { Accept: type }),
    },
    isPicture: property !== "",
  });
  if (property === "") return [{ json: body as IDataObject, pairedItem: { item } }];
  const id = String(headers["x-generation-id"]);
  const json = {
    generation_id: id,
    result_url: headers["x-result-url"],
    credits_used: Number(headers["x-credits-charged"]),
    credits_remaining: Number(headers["x-credits-remaining"]),
  };
  const ending = type === "image/jpeg" ? "jpg" : type.slice("image/".length);
  const file = await context.helpers.prepareBinaryData(body as Buffer, `${id}.${ending}`, type);
  return [{ json, binary: { [property]: file }, pairedItem: { item } }];
}

export async function uploadPicture(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
  const picture = await readPicture(context, item);
  return [{ json: { image_url: await upload(context, picture) }, pairedItem: { item } }];
}

/** Orders all input items together; all are checked first, and charged together or not at all. */
export async function createBatch(context: IExecuteFunctions, count: number): Promise<INodeExecutionData> {
  const operation = String(context.getNodeParameter("batchOperation", 0));
  const { fields: common, key } = readRequest(context, 0, operation === "generate");
  const items: IDataObject[] = [];
  const identities: unknown[] = [];
  for (let item = 0; item < count; item += 1) {
    const picture = await readPicture(context, item);
    const custom_id = String(context.getNodeParameter("customId", item)) || String(item + 1);
    const { fields } = readRequest(context, item, operation === "generate");
    // The limit is that of the whole batch.
    delete fields.max_credits;
    identities.push([custom_id, identityOf(picture), fields]);
    items.push({ custom_id, operation, request: { image_url: await upload(context, picture), ...fields } });
  }
  const { max_credits } = common;
  const { body } = await callApi(context, {
    method: "POST",
    path: "/batches",
    body: { items, ...(max_credits !== undefined && { max_credits }) },
    headers: { "Idempotency-Key": key ?? keyOf(context, 0, identities) },
  });
  const pairedItem = items.map((_one, item) => ({ item }));
  return { json: body as IDataObject, pairedItem };
}

/** A batch as one item, with its results in `items`. */
export async function getBatch(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
  const path = `/batches/${encodeURIComponent(String(context.getNodeParameter("batchId", item)))}`;
  const { body: batch } = await callApi(context, { method: "GET", path });
  const items: unknown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await callApi(context, {
      method: "GET",
      path: `${path}/items?limit=${pageSize}${after}`,
    });
    const page = body as unknown as { data: unknown[]; next_cursor: string | null };
    items.push(...page.data);
    cursor = page.next_cursor;
  }
  return [{ json: { ...(batch as IDataObject), items: items as IDataObject[] }, pairedItem: { item } }];
}

/** The fields of the request, and the caller's own key. */
function readRequest(context: IExecuteFunctions, item: number, isPhoto: boolean) {
  const { idempotencyKey, other, ...options } = context.getNodeParameter("options", item, {}) as IDataObject;
  const base: IDataObject = isPhoto
    ? {
        type: "product",
        style: context.getNodeParameter("style", item),
        resolution: context.getNodeParameter("resolution", item),
      }
    : {};
  const given = Object.entries(options).filter(([, value]) => value !== "");
  const fields = { ...base, ...Object.fromEntries(given), ...parseFields(context, item, other) };
  return { fields: fields as IDataObject, key: idempotencyKey ? String(idempotencyKey) : undefined };
}

function parseFields(context: IExecuteFunctions, item: number, text: unknown): IDataObject {
  if (text === undefined || text === "") return {};
  try {
    return (typeof text === "string" ? JSON.parse(text) : text) as IDataObject;
  } catch (error) {
    throw new NodeOperationError(context.getNode(), "“Other Fields” is not JSON.", {
      itemIndex: item,
      description: (error as Error).message,
    });
  }
}

/** The same in each retry of the node: a lost response is not charged twice. */
function keyOf(context: IExecuteFunctions, item: number, request: unknown): string {
  const place = [context.getExecutionId() ?? randomUUID(), context.getNode().id, item];
  const hash = createHash("sha256").update(JSON.stringify([place, request]));
  return `n8n-${hash.digest("hex").slice(0, 40)}`;
}
