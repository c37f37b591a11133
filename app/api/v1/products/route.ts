import { operations } from "#lib/contract/operations.ts";
import { listProducts } from "#lib/generations/history/products.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.listProducts, listProducts);
