import { previewOperations } from "#lib/contract/generations/preview-operations.ts";
import { makePreview } from "#lib/generations/order/preview.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(previewOperations.preview, makePreview);
