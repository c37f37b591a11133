import { writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll } from "vitest";
import { NothingFoundError, type PictureInput } from "#lib/images/picture.ts";
import { toFailure } from "#lib/imaging/worker/failure.ts";
import { pool } from "#lib/imaging/worker/pool.ts";
import type { Failure, TaskMessage, TaskName, TaskOutput } from "#lib/imaging/worker/protocol.ts";
import { WorkerQueue } from "#lib/imaging/worker/worker-queue.ts";
import type { Job } from "#lib/imaging/worker/worker-slot.ts";

/**
 * For tests of what happens around a picture: photos and cut-outs become copies of their source, made in this process
 * without network and renderer. Pictures are decoded, so that unreadable ones fail, and transparent ones have no
 * product; estimates do not judge pictures, and no text is found.
 */
export function useFixedPixels(): void {
  const { queues } = pool();
  const { heavy } = queues;
  beforeAll(() => {
    queues.heavy = new FixedQueue("heavy");
  });
  afterAll(() => {
    queues.heavy = heavy;
  });
}

class FixedQueue extends WorkerQueue {
  override retryAfterS(): null {
    return null;
  }

  override add(job: Job): void {
    job.startedAtMs = Date.now();
    job.onBegin();
    answer(job.message).then(
      (output) => job.settle({ ok: true, output }),
      (error: unknown) => job.settle({ ok: false, failure: toFailure(error) }),
    );
  }

  override withdraw(job: Job, failure: Failure): void {
    job.settle({ ok: false, failure });
  }
}

async function answer({ name, input }: TaskMessage): Promise<TaskOutput<TaskName>> {
  switch (name) {
    case "photo":
    case "preview": {
      const { width, height, options: { background, format = "jpeg" } = {} } = input;
      await readAll(input.mask, background);
      const copy = await read(input.image);
      const { bytes } = await encode(copy.resize(width, height, { fit: "fill" }), format);
      return {
        bytes,
        width,
        height,
        boundingBox: { left: 0, top: 0, width, height },
        notes: [],
        stance: "stand",
      };
    }
    case "cutout": {
      const made = await encode(await read(input.image), input.format);
      if (input.target !== undefined) await writeFile(input.target, made.bytes);
      return made;
    }
    case "finish": {
      const { background, format = "png" } = input.options;
      await readAll(input.mask, background);
      return { ...(await encode(await read(input.image), format)), hasAlpha: format !== "jpeg" };
    }
    case "text":
      return [];
    default:
      throw new Error(`there is no fixed answer for ${name}`);
  }
}

/** Throws NothingFoundError for a transparent picture. */
async function read(image: PictureInput): Promise<Sharp> {
  const { channels } = await sharp(image).stats();
  if (channels[3]?.max === 0) throw new NothingFoundError();
  return sharp(image).autoOrient();
}

async function encode(picture: Sharp, format: "jpeg" | "png" | "webp" | "avif") {
  const shown = format === "jpeg" ? picture : picture.ensureAlpha();
  const { data: bytes, info } = await shown.toFormat(format).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes, width, height, boundingBox: { left: 0, top: 0, width, height } };
}

async function readAll(mask?: PictureInput, background?: { color: string } | { image: PictureInput }) {
  if (mask) await sharp(mask).stats();
  if (background && "image" in background) await sharp(background.image).stats();
}
