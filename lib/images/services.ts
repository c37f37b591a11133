import { processSlot } from "../platform/process-slot.ts";
import type { Output } from "./embedded/render.ts";
import type { Component } from "./embedded/transformation.ts";
import type { PixelBox } from "./host.ts";
import type { InspectedImage, PictureInput } from "./picture.ts";

/** When pixel work is begun and given up. */
export interface PixelOptions {
  /** Who asked: callers take turns. A user's id, or the address that a request came from. */
  caller?: string | undefined;
  /** Tasks that this caller may have waiting in the queue. */
  waitingLimit?: number;
  /** It is begun only while no other task waits. */
  whenIdle?: boolean;
  /** Aborting it drops a waiting task and kills the worker of a running one; rejects with the reason. */
  signal?: AbortSignal | undefined;
  /** Unix time at which the task is given up. */
  deadlineAtMs?: number | undefined;
  /** Called when a worker takes it on. */
  onBegin?: (() => void) | undefined;
}

/** Work on pixels, done in processes that can be killed. All of it throws UnreadableImageError and `overloaded`. */
export interface PixelWorker {
  inspect(image: PictureInput, options: PixelOptions): Promise<InspectedImage>;
  /** Decodes HEIC; a copy in a decodable format is written to `copyTo`. */
  decode(input: { image: PictureInput; copyTo?: string }, options: PixelOptions): Promise<InspectedImage>;
  transform(
    input: { source: string; components: readonly Component[]; output: Output; target: string },
    options: PixelOptions,
  ): Promise<unknown>;
  /** Writes the cut-out, a PNG, and answers where the product is in it. */
  cutOut(
    input: { image: string; target: string },
    options: PixelOptions & { onStart?: (() => void) | undefined },
  ): Promise<PixelBox>;
}

/** Who may store how much: the image host knows no users. */
export interface StorageQuota {
  /**
   * Counts a picture for the owner of its public id. Throws ApiError when the owner may not store it, or not by a
   * signature of that time.
   */
  admit(publicId: string, sizeBytes: number, signedAt?: Date): Promise<void>;
  /** Takes back what `admit` counted: the picture could not be stored. */
  forget(publicId: string): Promise<void>;
  /** Whether a paid result depends on the current version of the picture. */
  hasDependentWork(publicId: string): Promise<boolean>;
}

/** What the image host needs of modules above it. */
interface ImageServices {
  pixels: PixelWorker;
  quota: StorageQuota;
}

const provided = processSlot("image-services", (): { services?: ImageServices } => ({}));

export function provideImageServices(services: ImageServices): void {
  provided().services = services;
}

export function imageServices(): ImageServices {
  const { services } = provided();
  if (services) return services;
  throw new Error(
    "this process has no pixel workers: call connectImages (lib/connect-images.ts) when it starts",
  );
}
