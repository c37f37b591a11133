import type { Order } from "../../credits/order.ts";
import type { StoredResult } from "../../credits/resolve.ts";
import type { Generation } from "../../db/generated/client.ts";
import type { FindPicture } from "../../images/hosted.ts";
import type { Source } from "../../images/source.ts";
import type { PhotoStage } from "../../imaging/generator.ts";

/** The parts of making a result, in sequence. */
export type WorkStage = PhotoStage | "storing";

/** The pictures of a request that was found good; `source` where it was loaded already. */
export interface CheckedPictures
  extends Pick<Order, "sourcePublicId" | "backgroundPublicId" | "maskPublicId" | "takesKeptMask"> {
  source?: Source;
}

export interface MadeResult extends StoredResult {
  /** Removes the result again, when its charge turned out to be refunded already. */
  discard?: () => Promise<void>;
}

export interface MakeOptions {
  /** The picture as it was checked, where this process has it still. */
  source: Source | null;
  /** Unix time by which the result must be there. */
  deadlineAtMs: number;
  signal: AbortSignal;
  report: (stage: WorkStage) => void;
}

export interface CheckOptions {
  userId: string;
  /** Proves the picture too, which may take seconds; without it only what is known at once is looked at. */
  load: boolean;
  /** How pictures are looked up at the image host. */
  find?: FindPicture;
}

/** One kind of paid work: what it costs, what is refused before it is paid, and how it is made. */
export interface WorkKind<Request> {
  cost: (request: Request) => number;
  /** Columns of the order that the request has under other names or in another form. */
  fields: (request: Request) => Pick<Order, "prompt" | "wantedMode" | "options">;
  /** Throws ApiError invalid_params for every error of the request. */
  check: (request: Request, options: CheckOptions) => Promise<CheckedPictures>;
  /** Runs in a worker; may run again after a worker died. */
  make: (work: Generation, options: MakeOptions) => Promise<MadeResult>;
}
