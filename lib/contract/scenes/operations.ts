import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import { sceneList, sceneQuery } from "./schemas.ts";

/** Public, so that they can be read without an account. */
const open = { section: "scenes", missingKeyCode: null, needsSubscription: false, scope: null } as const;

export const sceneOperations = {
  listScenes: operation({
    ...open,
    id: "listScenes",
    method: "GET",
    path: "/api/v1/scenes",
    summary: "List the rendered scenes",
    description:
      "The library of scenes with their previews, all or those of a category, a style or some words. Needs no key.",
    input: { from: "query", schema: sceneQuery },
    output: sceneList,
    example: {
      response: { data: [examples.scene], next_cursor: null },
      invalid: { path: "limit", message: "limit must be a whole number between 1 and 100" },
    },
    errors: ["invalid_params"],
  }),
  scenePreview: operation({
    ...open,
    id: "scenePreview",
    method: "GET",
    path: "/api/v1/scenes/{id}/preview",
    summary: "Read the preview of a scene",
    description: "The picture that `preview_url` names. May be cached, and has an `ETag`. Needs no key.",
    input: { from: "none" },
    output: sceneList,
    produces: "image/webp",
    example: { response: undefined, id: examples.scene.id },
    errors: ["not_found"],
  }),
} as const;
