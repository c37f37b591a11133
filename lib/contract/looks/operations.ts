import { maxLooks } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = { section: "looks", scope: "looks" } as const;
const { look } = examples.looks;
const invalid = { path: "name", message: "name is required" };

/** Operations for brand looks: named sets of options for photos. */
export const lookOperations = operationsOf(own, {
  createLook: {
    method: "POST",
    path: "/api/v1/looks",
    summary: "Create a brand look",
    description: `Saves style, prompt, light, background and other settings under a name. If a request names the id in \`look\`, these settings apply to all fields that the request does not set. Changing or deleting the look later does not change the photo. An account can have ${maxLooks} brand looks. A background picture among your uploads is stored as long as the look exists. Free of charge.`,
    input: { from: "json", schema: schemas.lookRequest },
    output: schemas.look,
    status: 201,
    example: { request: { name: look.name, settings: look.settings }, response: look, invalid },
  },
  listLooks: {
    method: "GET",
    path: "/api/v1/looks",
    summary: "List brand looks, newest first",
    description: "Returns your brand looks with their settings.",
    input: { from: "query", schema: schemas.lookQuery },
    output: schemas.lookList,
    example: { response: { data: [look], next_cursor: null } },
  },
  getLook: {
    method: "GET",
    path: "/api/v1/looks/{id}",
    summary: "Get a brand look",
    description: "Returns a brand look with its settings.",
    output: schemas.look,
    example: { id: look.id, response: look },
  },
  updateLook: {
    method: "PATCH",
    path: "/api/v1/looks/{id}",
    summary: "Update a brand look",
    description:
      "Changes only the fields that are sent; `settings` is replaced as a whole. Existing photos and orders do not change.",
    input: { from: "json", schema: schemas.lookChange },
    output: schemas.look,
    example: { id: look.id, request: { name: look.name }, response: look, invalid },
  },
  deleteLook: {
    method: "DELETE",
    path: "/api/v1/looks/{id}",
    summary: "Delete a brand look",
    description: "Existing photos and orders do not change.",
    output: schemas.deletedLook,
    example: { id: look.id, response: { id: look.id, deleted: true } },
  },
});
