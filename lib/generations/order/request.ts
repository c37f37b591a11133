import { defaultAspectRatio, defaultResolution, defaultSceneStyle } from "../../contract/photos/styles.ts";
import { type ErrorIssue, invalidParams } from "../../platform/errors.ts";
import { isTestAccount } from "../../platform/ids.ts";
import { mapInSlices } from "../../platform/pause.ts";
import { noSuchScene } from "../../scenes/choice.ts";
import type { WebhookOfWork } from "../../webhooks/of-work.ts";
import type { CompletePhoto, PhotoRequest, WorkRequest } from "../kinds/kind.ts";
import type { findRemade } from "./remake.ts";
import { propsNeedScene, resolveProps, resolveScene } from "./scene.ts";

/** The number of photos that a request asks for. */
export function photosOf({ operation, request }: WorkRequest): number {
  return operation === "generate" ? (request.n ?? 1) : 1;
}

/** The requests for the single photos of a request, with consecutive seeds. */
export function singlesOf(one: WorkRequest): WorkRequest[] {
  const count = photosOf(one);
  if (one.operation !== "generate" || count === 1) return [one];
  const { seed = 0, n: _, ...request } = one.request;
  return Array.from({ length: count }, (_none, place) => ({
    operation: "generate",
    request: { ...request, seed: seed + place },
  }));
}

interface Completed {
  complete: WorkRequest<CompletePhoto>;
  issues: readonly ErrorIssue[];
}

/**
 * Fills in the current looks and the defaults, as far as known; `issues` report an unknown look, scene or remade photo,
 * or a missing style, with the paths of the fields.
 */
export async function completeRequests(
  given: readonly WorkRequest[],
  { userId }: { userId: string },
): Promise<Completed[]> {
  const requests = isTestAccount(userId) ? await withTestPictures(given, userId) : given;
  const looks = await findLooks(requests.map(lookIdOf), { userId });
  // A prompt is compared with all scenes: a thousand orders would block the thread for 100 ms.
  const filled = await mapInSlices(requests, (one): Completed => {
    if (one.operation === "remove_bg") return { complete: one, issues: [] };
    const { request, issue } = fillIn(one.request, looks);
    return { complete: { operation: "generate", request }, issues: issue ? [issue] : [] };
  });
  const remade = await findRemakes(
    filled.map(({ complete: one }) => (one.operation === "generate" ? one.request : { imageUrl: "" })),
    { userId },
  );
  const hooks = await findHooks(requests, { userId });
  return filled.map(({ complete: one, issues: known }, place): Completed => {
    const [hook, found] = [hooks[place], remade[place]];
    const isUsable = hook === undefined || "endpointId" in hook;
    const isFound = found === undefined || typeof found === "string";
    const issues = [...known, ...(isUsable ? [] : [hook]), ...(isFound ? [] : [found])];
    const webhook = isUsable ? hook : undefined;
    if (one.operation === "remove_bg") return { complete: { ...one, webhook }, issues };
    const request = { ...one.request, remakeOf: isFound ? found : undefined };
    return { complete: { ...one, request, webhook }, issues };
  });
}

async function withTestPictures(
  given: readonly WorkRequest[],
  userId: string,
): Promise<readonly WorkRequest[]> {
  const { substituteTestPictures } = await import("./test-picture.ts");
  return substituteTestPictures(given, userId);
}

/** As `completeRequests`, for one call: throws ApiError invalid_params for the issues of its first invalid request. */
export async function requireComplete(
  given: readonly WorkRequest[],
  by: { userId: string },
): Promise<WorkRequest<CompletePhoto>[]> {
  const completed = await completeRequests(given, by);
  requireNone(completed.find(({ issues }) => issues.length > 0)?.issues ?? []);
  return completed.map(({ complete }) => complete);
}

/** As `completeRequest`, for one photo request; does not check `remakeOf`. */
export async function completePhoto(
  request: PhotoRequest,
  { userId }: { userId: string },
): Promise<CompletePhoto> {
  const looks = await findLooks([request.look], { userId });
  const { request: complete, issue } = fillIn(request, looks);
  requireNone(issue ? [issue] : []);
  return complete;
}

function requireNone(issues: readonly ErrorIssue[]): void {
  if (issues.length === 0) return;
  throw invalidParams(issues.map((issue) => ({ ...issue, message: `${issue.path}: ${issue.message}` })));
}

/** Loaded when needed: few requests have a look or a webhook, or remake a photo. */
async function findLooks(ids: readonly (string | undefined)[], by: { userId: string }): Promise<Looks> {
  const given = new Set(ids.flatMap((id) => id ?? []));
  if (given.size === 0) return new Map();
  const looks = await import("../../looks/looks.ts");
  return looks.findLooks([...given], by);
}

async function findRemakes(
  requests: Parameters<typeof findRemade>[0],
  by: { userId: string },
): ReturnType<typeof findRemade> {
  if (requests.every(({ remakeOf }) => remakeOf === undefined)) return [];
  const remakes = await import("./remake.ts");
  return remakes.findRemade(requests, by);
}

async function findHooks(
  given: readonly WorkRequest[],
  by: { userId: string },
): Promise<(WebhookOfWork | ErrorIssue | undefined)[]> {
  if (given.every(({ request }) => request.webhookUrl === undefined)) return [];
  const { findWebhooks } = await import("../../webhooks/of-work.ts");
  return findWebhooks(
    given.map(({ request }) => request.webhookUrl),
    by,
  );
}

type Looks = ReadonlyMap<string, (request: PhotoRequest) => PhotoRequest>;

function lookIdOf({ operation, request }: WorkRequest): string | undefined {
  return operation === "generate" ? request.look : undefined;
}

/** Replaces invalid fields by valid values, so that the other fields can still be checked. */
function fillIn(request: PhotoRequest, looks: Looks): { request: CompletePhoto; issue: ErrorIssue | null } {
  const applyLook = looks.get(request.look ?? "");
  const filled = applyLook?.(request) ?? request;
  const { aspectRatio = defaultAspectRatio, resolution = defaultResolution } = filled;
  const style = filled.style ?? (filled.scene === undefined ? undefined : defaultSceneStyle);
  const known = { ...filled, style: style ?? defaultSceneStyle, aspectRatio, resolution };
  const refuse = (path: string, message: string) => ({
    request: { ...known, scene: undefined, props: undefined, size: undefined, promptStrict: undefined },
    issue: { path, message },
  });
  if (request.look !== undefined && !applyLook) return refuse("look", "no such look is yours");
  if (!style) return refuse("style", "is required: the look has none");
  const scene = resolveScene({ ...filled, style });
  if (scene === null) return refuse("scene", `${filled.scene} ${noSuchScene}`);
  if (scene === undefined && request.props?.length) return refuse("props", propsNeedScene(style));
  return { request: { ...known, scene, props: resolveProps(scene, { ...filled, style }) }, issue: null };
}
