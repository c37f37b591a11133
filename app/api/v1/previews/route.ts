import { operations } from "#lib/contract/operations.ts";
import { makePreview } from "#lib/generations/order/preview.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const POST = endpoint(operations.preview, makePreview);
