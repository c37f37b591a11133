import { createHash } from "node:crypto";
import type { IDataObject, IExecuteFunctions, JsonObject } from "n8n-workflow";
import { NodeApiError, NodeOperationError } from "n8n-workflow";
import { callApi } from "./request";

/** A picture of an item: an address, or the file of a binary property. */
export type Picture = { url: string } | { bytes: Buffer; name: string; hash: string };

/** The most that the service takes in the call itself; larger files are uploaded first. */
const inCallLimitBytes = 4.5 * 1024 * 1024;

export async function readPicture(context: IExecuteFunctions, item: number): Promise<Picture> {
  if (context.getNodeParameter("source", item) === "url") {
    return { url: String(context.getNodeParameter("imageUrl", item)).trim() };
  }
  const property = String(context.getNodeParameter("binaryPropertyName", item));
  const { fileName, fileExtension } = context.helpers.assertBinaryData(item, property);
  const bytes = await context.helpers.getBinaryDataBuffer(item, property);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { bytes, name: fileName ?? `picture.${fileExtension ?? "jpg"}`, hash };
}

/** What identifies the picture, in the key of a call that must not be charged twice. */
export const identityOf = (picture: Picture) => ("url" in picture ? picture.url : picture.hash);

/** The body of a call, with the file if it fits. */
export async function bodyWith(
  context: IExecuteFunctions,
  picture: Picture,
  fields: IDataObject,
): Promise<IDataObject | FormData> {
  if ("url" in picture) return { image_url: picture.url, ...fields };
  if (picture.bytes.length > inCallLimitBytes)
    return { image_url: await upload(context, picture), ...fields };
  const form = new FormData();
  form.append("request", JSON.stringify(fields));
  form.append("image_file", new Blob([new Uint8Array(picture.bytes)]), picture.name);
  return form;
}

/** The address of a picture, uploaded if it is a file. A retry of the node gets the address of the first attempt. */
export async function upload(context: IExecuteFunctions, picture: Picture): Promise<string> {
  if ("url" in picture) return picture.url;
  const uploaded = context.getContext("node") as Record<string, string | undefined>;
  const known = uploaded[picture.hash];
  if (known !== undefined) return known;
  const { body: signed } = await callApi(context, { method: "GET", path: "/upload/signed" });
  const { upload_url, api_key, timestamp, signature, folder } = signed as IDataObject;
  const form = new FormData();
  // Before the file, so that the host can check them first.
  for (const [name, value] of Object.entries({ api_key, timestamp, signature, folder }))
    form.append(name, String(value));
  form.append("file", new Blob([new Uint8Array(picture.bytes)]), picture.name);
  const answer = await send(context, String(upload_url), form);
  if (typeof answer.secure_url !== "string")
    throw new NodeOperationError(context.getNode(), "The image host answered without an address.");
  uploaded[picture.hash] = answer.secure_url;
  return answer.secure_url;
}

/** The signature in the form authorizes it: no credentials. */
async function send(context: IExecuteFunctions, url: string, body: FormData): Promise<IDataObject> {
  try {
    return await context.helpers.httpRequest({ method: "POST", url, body, json: true });
  } catch (error) {
    throw new NodeApiError(context.getNode(), error as JsonObject);
  }
}
