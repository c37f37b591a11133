import { operations } from "#lib/contract/operations.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";
import { route } from "#lib/http/route.ts";
import { listScenes } from "#lib/scenes/list.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({
  GET: publicEndpoint(operations.listScenes, listScenes),
});
