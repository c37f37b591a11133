import { sceneOperations } from "#lib/contract/scenes/operations.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";
import { listScenes } from "#lib/scenes/list.ts";

export const GET = publicEndpoint(sceneOperations.listScenes, listScenes);
