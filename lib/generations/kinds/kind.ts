import type { AspectRatio, Resolution, Style } from "../../contract/photos/styles.ts";
import type { generateRequest, removeBgRequest } from "../../contract/schemas.ts";
import type { Given } from "../../contract/wire.ts";
import type { Order } from "../../credits/order.ts";
import type { StoredResult } from "../../credits/resolve.ts";
import type { Generation } from "../../db/generated/client.ts";
import type { FindPicture } from "../../images/hosted.ts";
import type { Source } from "../../images/source.ts";
import type { PhotoStage } from "../../imaging/generator.ts";
import type { WebhookOfWork } from "../../webhooks/of-work.ts";

/** Requests as parsed by the contract. */
export type PhotoRequest = Omit<Given<typeof generateRequest>, "type">;
export type CutoutRequest = Given<typeof removeBgRequest>;

/** A request for one piece of work; `webhook` once it is looked up. */
export type WorkRequest<Photo = PhotoRequest> = { webhook?: WebhookOfWork | undefined } & (
  | { operation: "generate"; request: Photo }
  | { operation: "remove_bg"; request: CutoutRequest }
);

/**
 * A photo request with its look and defaults filled in; `scene` is the id of the chosen scene, and `remakeOf` the
 * first photo in its chain of remakes.
 */
export interface CompletePhoto extends PhotoRequest {
  style: Style;
  aspectRatio: AspectRatio;
  resolution: Resolution;
}

/** The stages of making a result, in sequence. */
export type WorkStage = PhotoStage | "storing";

/** The pictures of a valid request; `source` if it was already loaded. */
export interface CheckedPictures
  extends Pick<Order, "sourcePublicId" | "backgroundPublicId" | "maskPublicId" | "usesStoredMask"> {
  source?: Source;
}

export interface MadeResult extends StoredResult {
  /** Removes the result when its charge was already refunded. */
  discard?: () => Promise<void>;
}

export interface MakeOptions {
  /** The checked picture, if this process still has it. */
  source: Source | null;
  /** Unix time by which the result is needed. */
  deadlineAtMs: number;
  signal: AbortSignal;
  report: (stage: WorkStage) => void;
}

export interface CheckOptions {
  userId: string;
  /** Also loads and verifies the picture, which may take seconds; without it only immediate checks are made. */
  load: boolean;
  /** Looks up pictures at the image host. */
  find?: FindPicture;
}

/** One kind of paid work as it is ordered: its price, and its validation before the charge. */
export interface WorkKind<Request> {
  cost: (request: Request) => number;
  /** Columns of the order that have other names or another form in the request. */
  fields: (request: Request) => Pick<Order, "prompt" | "wantedMode" | "options">;
  /** Throws ApiError invalid_params for every error of the request. */
  check: (request: Request, options: CheckOptions) => Promise<CheckedPictures>;
}

/** Makes one kind of paid work. Apart from `WorkKind`, so that processes that only take orders load no painters. */
export interface WorkMaker {
  /** Runs in a worker; may run again after a worker has died. */
  make: (work: Generation, options: MakeOptions) => Promise<MadeResult>;
}
