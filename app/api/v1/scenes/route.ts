import { operations } from "#lib/contract/operations.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";
import { listScenes } from "#lib/scenes/list.ts";

export const GET = publicEndpoint(operations.listScenes, listScenes);
