import sharp from "sharp";
import { rawPng } from "../imaging/hostile-pictures.ts";
import type { SentPicture } from "./request.ts";

/** How a server responds to a call that requests a picture. */
export type Step =
  | "picture"
  /** A picture of half the requested size, or of another aspect ratio. */
  | "smaller"
  | "other ratio"
  /** A small file whose header declares 400 megapixels. */
  | "bomb"
  /** A picture with only its first rows. */
  | "damaged"
  | "no image"
  /** Text with the content type of a picture. */
  | "not an image"
  /** A body that ends before its Content-Length, one that never ends, and one of more than 80 MB. */
  | "truncated"
  | "drip"
  | "too large"
  /** Closes the connection without a response. */
  | "hung up"
  | "failed"
  | "unavailable"
  | "no quota"
  | { limitedForSeconds: number }
  /** One of the provider's `refusals`, one of its `breakdowns`. */
  | { refused: string }
  | { broken: string };

/** A valid call, independent of the provider's protocol. */
export interface Asked {
  model: string;
  prompt: string;
  /** Null when the provider chooses the size. */
  size: { width: number; height: number } | null;
  pictures: readonly SentPicture[];
  /** Fields that the real provider ignores silently. */
  ignored: readonly string[];
}

export type Fault = "truncated" | "drip" | "padded" | "hung up";

export interface Painted {
  bytes: Buffer;
  mediaType: string;
  width: number;
  height: number;
  /** The fault while the picture is sent. */
  fault: Fault | null;
}

export type Outcome =
  | { kind: "picture"; painted: Painted }
  | { kind: "no image" }
  | { kind: "failed"; status: 500 | 503 }
  | { kind: "hung up" }
  | { kind: "no quota" }
  | { kind: "limited"; seconds: number }
  | { kind: "refused"; how: string }
  | { kind: "broken"; how: string };

export type Paint = (asked: Asked) => Promise<Uint8Array> | Uint8Array;

/** Translates a step into the outcome of a call; `paint` makes the regular picture. */
export async function outcomeOf(step: Step, asked: Asked, paint: Paint): Promise<Outcome> {
  if (typeof step === "object") {
    if ("refused" in step) return { kind: "refused", how: step.refused };
    if ("broken" in step) return { kind: "broken", how: step.broken };
    return { kind: "limited", seconds: step.limitedForSeconds };
  }
  switch (step) {
    case "no image":
    case "no quota":
    case "hung up":
      return { kind: step };
    case "failed":
      return { kind: "failed", status: 500 };
    case "unavailable":
      return { kind: "failed", status: 503 };
    default:
      return { kind: "picture", painted: await paintStep(step, asked, paint) };
  }
}

type PictureStep =
  | "picture"
  | "smaller"
  | "other ratio"
  | "bomb"
  | "damaged"
  | "not an image"
  | "truncated"
  | "drip"
  | "too large";

const faults: Partial<Record<PictureStep, Fault>> = {
  truncated: "truncated",
  drip: "drip",
  "too large": "padded",
};

async function paintStep(step: PictureStep, asked: Asked, paint: Paint): Promise<Painted> {
  if (step === "not an image") {
    const bytes = Buffer.from("<html><body>The picture is on its way.</body></html>");
    return { bytes, mediaType: "image/png", width: 1024, height: 1024, fault: null };
  }
  if (step === "bomb") return grayPicture(20_000);
  if (step === "damaged") return grayPicture(1024);
  let bytes = Buffer.from(await paint(asked));
  const { width, height } = await sharp(bytes).metadata();
  const half = (side: number) => Math.max(1, Math.round(side / 2));
  if (step === "smaller")
    bytes = await sharp(bytes).resize(half(width), half(height), { fit: "fill" }).png().toBuffer();
  if (step === "other ratio")
    bytes = await sharp(bytes).resize(width, half(height), { fit: "fill" }).png().toBuffer();
  const sent = await sharp(bytes).metadata();
  const mediaType = sent.format === "jpeg" ? "image/jpeg" : `image/${sent.format}`;
  return { bytes, mediaType, width: sent.width, height: sent.height, fault: faults[step] ?? null };
}

function grayPicture(side: number): Painted {
  const bytes = rawPng(side, side, 4);
  return { bytes, mediaType: "image/png", width: side, height: side, fault: null };
}
