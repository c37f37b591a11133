import type { z } from "zod";
import type { Loose } from "../../contract/photos/options.ts";
import {
  type AspectRatio,
  defaultAspectRatio,
  defaultResolution,
  defaultSceneStyle,
  type Resolution,
  type Style,
} from "../../contract/photos/styles.ts";
import type { generateRequest, removeBgRequest } from "../../contract/schemas.ts";
import type { FromWire } from "../../contract/wire.ts";
import { findLookSettings } from "../../looks/looks.ts";
import { applyLook, type LookSettings } from "../../looks/settings.ts";
import { type ErrorIssue, invalidParams } from "../../platform/errors.ts";
import { mapInSlices } from "../../platform/pause.ts";
import { noSuchScene } from "../../scenes/choice.ts";
import { findRemade } from "./remake.ts";
import { settleScene } from "./scene.ts";
import { placeTestPicture, placeTestPictures } from "./test-picture.ts";

/** As the contract parses them. */
export type PhotoRequest = Loose<Omit<FromWire<z.output<typeof generateRequest>>, "type">>;
export type CutoutRequest = Loose<FromWire<z.output<typeof removeBgRequest>>>;

/** A request for one piece of work. */
export type WorkRequest =
  | { operation: "generate"; request: PhotoRequest }
  | { operation: "remove_bg"; request: CutoutRequest };

/**
 * A request for a photo with its look and the defaults filled in; `scene` is the id of the one that is used, and
 * `remakeOf` the first photo of its line of remakes.
 */
export interface CompletePhoto extends PhotoRequest {
  style: Style;
  aspectRatio: AspectRatio;
  resolution: Resolution;
}

export type CompleteRequest =
  | { operation: "generate"; request: CompletePhoto }
  | { operation: "remove_bg"; request: CutoutRequest };

/**
 * Fills in looks, as they are now, and defaults. Throws ApiError invalid_params for every request whose look or remade
 * photo does not exist, or that is left without a style; `at` is the path of a request.
 */
export async function completeRequests(
  given: readonly WorkRequest[],
  { userId, at }: { userId: string; at: (place: number) => string },
): Promise<CompleteRequest[]> {
  const requests = await placeTestPictures(given, userId);
  const ids = new Set(requests.flatMap((request) => lookIdOf(request) ?? []));
  const looks = await findLookSettings([...ids], { userId });
  const issues: ErrorIssue[] = [];
  // A prompt is compared with all scenes: that of a thousand orders keeps the thread for 100 ms.
  const filled = await mapInSlices(requests, (one, place): CompleteRequest[] => {
    if (one.operation === "remove_bg") return [one];
    const request = fillIn(one.request, looks);
    if (!("path" in request)) return [{ operation: "generate", request }];
    const path = [at(place), request.path].filter(Boolean).join(".");
    issues.push({ path, message: `${path}: ${request.message}` });
    return [];
  });
  if (issues.length > 0) throw invalidParams(issues);
  const complete = filled.flat();
  const remade = await findRemade(
    complete.map((one) => (one.operation === "generate" ? one.request : { imageUrl: "" })),
    { userId, at },
  );
  return complete.map((one, place) =>
    one.operation === "generate" ? { ...one, request: { ...one.request, remakeOf: remade[place] } } : one,
  );
}

/** As `completeRequests`, one request. */
export async function completeRequest(given: WorkRequest, by: { userId: string }): Promise<CompleteRequest> {
  const request = await placeTestPicture(given, by.userId);
  if (request.operation === "remove_bg") return request;
  const complete = await completePhoto(request.request, by);
  const [remakeOf] = await findRemade([complete], { ...by, at: () => "" });
  return { operation: "generate", request: { ...complete, remakeOf } };
}

/** As `completeRequests`, one request for a photo; `remakeOf` is not checked. */
export async function completePhoto(
  request: PhotoRequest,
  { userId }: { userId: string },
): Promise<CompletePhoto> {
  const looks = await findLookSettings(request.look === undefined ? [] : [request.look], { userId });
  const complete = fillIn(request, looks);
  if (!("path" in complete)) return complete;
  throw invalidParams([{ path: complete.path, message: `${complete.path}: ${complete.message}` }]);
}

function lookIdOf({ operation, request }: WorkRequest): string | undefined {
  return operation === "generate" ? request.look : undefined;
}

function fillIn(request: PhotoRequest, looks: ReadonlyMap<string, LookSettings>): CompletePhoto | ErrorIssue {
  const look = request.look === undefined ? {} : looks.get(request.look);
  if (!look) return { path: "look", message: "no such look is yours" };
  const filled: PhotoRequest = applyLook(request, look);
  const { aspectRatio = defaultAspectRatio, resolution = defaultResolution } = filled;
  const style = filled.style ?? (filled.scene === undefined ? undefined : defaultSceneStyle);
  if (!style) return { path: "style", message: "is required: the look has none" };
  const scene = settleScene({ ...filled, style });
  if (scene === null) return { path: "scene", message: `${filled.scene} ${noSuchScene}` };
  return { ...filled, style, aspectRatio, resolution, scene };
}
