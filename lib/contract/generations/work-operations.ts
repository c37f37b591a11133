import { callTimeoutSeconds } from "../limits.ts";
import { operationsOf } from "../operation.ts";
import { type BaseCosts, cutoutCost, multipliers, resolutions } from "../photos/styles.ts";
import { generateRequest, photoResult, photoResults, removeBgRequest, workResult } from "../schemas.ts";
import { generation } from "./schemas.ts";

const own = {
  scope: "work:write",
  method: "POST",
  needsSubscription: true,
  idempotency: "stored with the charge",
  errors: ["not_acceptable", "insufficient_credits", "generation_failed", "not_found"],
} as const;
/** Description of a photo's price. */
export const photoPrice = (baseCosts: BaseCosts) =>
  `the base cost of the style (${describeBaseCosts(baseCosts)}) times ${listOf(Object.values(multipliers))} for ${listOf(resolutions)}`;
const lostConnection =
  "If the connection is lost, the work continues and is charged: send the same request with the same `Idempotency-Key` to get the response. Without a key, find the work in `GET /api/v1/generations`; `X-Generation-Id` is only in the response.";

const acceptedPhoto = generation.extend({ results: photoResults }).meta({ id: "AcceptedPhoto" });

/** Photos and cut-outs. */
export const workOperations = operationsOf(own, {
  generate: {
    section: "photos",
    path: "/api/v1/generate",
    summary: "Generate a photo from an input image",
    description: (baseCosts) =>
      `Costs ${photoPrice(baseCosts)}. The credits are charged before the work and refunded if it fails. \`n\` makes several photos with consecutive seeds: all are charged together or none, and each is refunded by itself. The call ends within ${callTimeoutSeconds} seconds. ${lostConnection}`,
    input: { from: "json", schema: generateRequest, takesPicture: true },
    output: photoResult,
    accepts: acceptedPhoto,
    answersPicture: "jpeg",
    example: { request: ({ generateRequest }) => generateRequest, response: ({ generate }) => generate },
    hasPrompt: true,
  },
  removeBg: {
    section: "cutouts",
    path: "/api/v1/remove-bg",
    summary: "Remove the background of a hosted image",
    description: `Takes the delivery URL of an image on this deployment's image host, and returns the URL of a PNG with a transparent background, or of what the options request. Costs ${cutoutCost} credits regardless of size and options; they are refunded if the work fails (502 \`generation_failed\`). ${lostConnection}`,
    missingKeyCode: "invalid_api_key",
    input: { from: "json", schema: removeBgRequest, takesPicture: true },
    output: workResult,
    accepts: generation,
    answersPicture: "png",
    example: { request: ({ upload }) => upload, response: ({ removeBg }) => removeBg },
  },
});

/** `1`, or what the styles cost where they differ: `studio 1, luxury 3`. */
function describeBaseCosts(baseCosts: BaseCosts): string {
  const costs = Object.entries(baseCosts);
  const [first] = costs;
  return costs.every(([, cost]) => cost === first?.[1])
    ? String(first?.[1])
    : costs.map((entry) => entry.join(" ")).join(", ");
}

/** `1, 2 or 4`. */
function listOf(values: Iterable<string | number>): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format([...values].map(String));
}
