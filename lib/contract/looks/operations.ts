import { maxLooks } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = {
  section: "looks",
  missingKeyCode: "missing_api_key",
  needsSubscription: false,
  scope: "looks",
} as const;
const { look, token } = examples.looks;
const invalid = { path: "name", message: "name is required" };

/** Operations for brand looks: named sets of options for photos. */
export const lookOperations = {
  createLook: operation({
    ...own,
    id: "createLook",
    method: "POST",
    path: "/api/v1/looks",
    summary: "Keep a brand look",
    description: `Style, prompt, light, background and the like under a name. Its id as \`look\` of a request fills what the request does not say; the photo then keeps what it was made with, whatever becomes of the look. An account may have ${maxLooks}. A background picture among your uploads stays as long as the look does. Free of charge.`,
    input: { from: "json", schema: schemas.lookRequest },
    output: schemas.look,
    status: 201,
    example: { request: { name: look.name, settings: look.settings }, response: look, invalid },
    errors: ["invalid_params"],
  }),
  listLooks: operation({
    ...own,
    id: "listLooks",
    method: "GET",
    path: "/api/v1/looks",
    summary: "List brand looks, newest first",
    description: "Page by page.",
    input: { from: "query", schema: schemas.lookQuery },
    output: schemas.lookList,
    example: {
      response: { data: [look], next_cursor: null },
      invalid: { path: "limit", message: "limit must be a whole number between 1 and 100" },
    },
    errors: ["invalid_params"],
  }),
  getLook: operation({
    ...own,
    id: "getLook",
    method: "GET",
    path: "/api/v1/looks/{id}",
    summary: "Read one brand look",
    description: "With all that it says.",
    input: { from: "none" },
    output: schemas.look,
    example: { id: look.id, response: look },
    errors: ["not_found"],
  }),
  updateLook: operation({
    ...own,
    id: "updateLook",
    method: "PATCH",
    path: "/api/v1/looks/{id}",
    summary: "Change a brand look",
    description:
      "Only the fields that are sent change; `settings` as a whole. Photos that were made with it stay as they are, and so does what was ordered before.",
    input: { from: "json", schema: schemas.lookChange },
    output: schemas.look,
    example: { id: look.id, request: { name: look.name }, response: look, invalid },
    errors: ["invalid_params", "not_found"],
  }),
  deleteLook: operation({
    ...own,
    id: "deleteLook",
    method: "DELETE",
    path: "/api/v1/looks/{id}",
    summary: "Delete a brand look",
    description: "With its shared link. Photos and orders that were made with it stay as they are.",
    input: { from: "none" },
    output: schemas.deletedLook,
    example: { id: look.id, response: { id: look.id, deleted: true } },
    errors: ["not_found"],
  }),
  shareLook: operation({
    ...own,
    id: "shareLook",
    method: "POST",
    path: "/api/v1/looks/{id}/share",
    summary: "Make a link by which others copy a brand look",
    description:
      "Whoever has the link sees the look's name and settings and can copy it, as it is then. Another call makes a new link and ends the one before.",
    input: { from: "none" },
    output: schemas.lookShare,
    example: { id: look.id, response: { share_url: examples.looks.shareUrl } },
    errors: ["not_found"],
  }),
  unshareLook: operation({
    ...own,
    id: "unshareLook",
    method: "DELETE",
    path: "/api/v1/looks/{id}/share",
    summary: "End the link of a brand look",
    description: "Copies that were made stay.",
    input: { from: "none" },
    output: schemas.look,
    example: { id: look.id, response: look },
    errors: ["not_found"],
  }),
  copyLook: operation({
    section: "looks",
    missingKeyCode: "missing_api_key",
    scope: "looks",
    needsSubscription: true,
    id: "copyLook",
    method: "POST",
    path: "/api/v1/looks/copy",
    summary: "Copy a shared brand look",
    description:
      "The copy is yours and changes no more with the look that it came from. A background picture becomes one of your uploads.",
    input: { from: "json", schema: schemas.lookCopyRequest },
    output: schemas.copiedLook,
    status: 201,
    example: {
      request: { token },
      response: { ...look, left_out: [] },
      invalid: { path: "token", message: "token: no such look is shared any more" },
    },
    errors: ["invalid_params", "no_active_subscription"],
  }),
} as const;
