import { sceneOperations } from "#lib/contract/scenes/operations.ts";
import { publicEndpoint } from "#lib/http/public-endpoint.ts";
import { listProps } from "#lib/scenes/list.ts";

export const GET = publicEndpoint(sceneOperations.listProps, listProps);
