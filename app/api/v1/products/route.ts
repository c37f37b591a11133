import { historyOperations } from "#lib/contract/generations/history-operations.ts";
import { listProducts } from "#lib/generations/history/products.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(historyOperations.listProducts, listProducts);
