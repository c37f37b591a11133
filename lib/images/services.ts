import type { Output, Resize } from "./embedded/render.ts";
import type { PixelBox } from "./host.ts";
import type { InspectedImage, PictureInput } from "./picture.ts";

/** Scheduling and cancellation of pixel work. */
export interface PixelOptions {
  /** Callers take turns. A user's id, or the address of the request's client. */
  caller?: string | undefined;
  /** Limit of this caller's waiting tasks. */
  waitingLimit?: number;
  /** Starts the task only while no other task waits. */
  whenIdle?: boolean;
  /** Aborting drops a waiting task and kills the worker of a running one; rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Unix time at which the task is aborted. */
  deadlineAtMs?: number | undefined;
  /** Called when a worker starts the task. */
  onBegin?: (() => void) | undefined;
}

/** Pixel work in processes that can be killed. All methods throw UnreadableImageError and ApiError `overloaded`. */
export interface PixelWorker {
  inspect(image: PictureInput, options: PixelOptions): Promise<InspectedImage>;
  /** Decodes HEIC; writes a copy in a decodable format to `copyTo`. */
  decode(input: { image: PictureInput; copyTo?: string }, options: PixelOptions): Promise<InspectedImage>;
  transform(
    input: { source: string; resize: Resize | null; output: Output; target: string },
    options: PixelOptions,
  ): Promise<unknown>;
  /** Writes the cut-out as PNG and returns the product's bounding box. */
  cutOut(
    input: { image: string; target: string },
    options: PixelOptions & { onStart?: (() => void) | undefined },
  ): Promise<PixelBox>;
}

/** Storage quotas, provided from outside because the image host does not know users. */
export interface StorageQuota {
  /**
   * Counts a picture for the owner of its public id. Throws ApiError when the owner may not store it, or when a
   * signature of that time is no longer valid.
   */
  admit(publicId: string, sizeBytes: number, signedAt?: Date): Promise<void>;
  /** Reverts `admit` for a picture that could not be stored. */
  forget(publicId: string): Promise<void>;
  /** Whether a paid result depends on the current version of the picture. */
  hasDependentWork(publicId: string): Promise<boolean>;
}

/** Dependencies of the image host that higher modules provide. */
interface ImageServices {
  pixels: PixelWorker;
  quota: StorageQuota;
}

const provided: { services?: ImageServices } = {};

export function provideImageServices(services: ImageServices): void {
  provided.services = services;
}

export function imageServices(): ImageServices {
  const { services } = provided;
  if (services) return services;
  throw new Error(
    "this process has no pixel workers: call connectImages (lib/connect-images.ts) when it starts",
  );
}
