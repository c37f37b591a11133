import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import { propList, propQuery, sceneList, sceneQuery } from "./schemas.ts";

/** Public: no account is needed. */
const open = { section: "scenes", missingKeyCode: null, scope: null } as const;

export const sceneOperations = operationsOf(open, {
  listScenes: {
    method: "GET",
    path: "/api/v1/scenes",
    summary: "List rendered scenes",
    description:
      "Returns the library of scenes with their previews, optionally filtered by category, style or words. Does not require a key.",
    input: { from: "query", schema: sceneQuery },
    output: sceneList,
    example: { response: { data: [examples.scene], next_cursor: null } },
  },
  listProps: {
    method: "GET",
    path: "/api/v1/scenes/props",
    summary: "List props",
    description:
      "Returns the small things that `props` of a photo can lay around the product, on the ground of any rendered scene. Does not require a key.",
    input: { from: "query", schema: propQuery },
    output: propList,
    example: { response: { data: [examples.prop], next_cursor: null } },
  },
  scenePreview: {
    method: "GET",
    path: "/api/v1/scenes/{id}/preview",
    summary: "Download the preview of a scene",
    description:
      "Returns the picture at `preview_url`. It may be cached and has an `ETag`. Does not require a key.",
    output: sceneList,
    produces: "image/webp",
    example: { response: undefined, id: examples.scene.id },
  },
});
