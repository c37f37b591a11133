import { type InferenceSession, Tensor } from "onnxruntime-node";
import { networkOutput, openSession } from "./session.ts";

/** Sides of the network's input must be multiples of this: it halves them six times. */
export const networkStride = 64;

let session: Promise<InferenceSession> | undefined;

/** Loads the network if it is not loaded yet. */
export async function loadNetwork(): Promise<void> {
  await requireSession();
}

/**
 * Runs IS-Net (Qin et al. 2022, "Highly Accurate Dichotomous Image Segmentation") on an sRGB picture of
 * width × height × 3, both sides multiples of 64. Returns the foreground probability 0..1, width × height.
 * Blocks its thread while the network runs.
 */
export async function segment(rgb: Uint8Array, width: number, height: number): Promise<Float32Array> {
  if (width % networkStride !== 0 || height % networkStride !== 0 || rgb.length !== width * height * 3) {
    throw new RangeError(`the network takes 3-channel pictures with sides in steps of ${networkStride}`);
  }
  const running = await requireSession();
  const input = new Tensor("float32", toPlanes(rgb, width * height), [1, 3, height, width]);
  const results = await running.run({ input }, [networkOutput]);
  const output = results[networkOutput];
  if (output === undefined || !(output.data instanceof Float32Array)) {
    throw new Error("the network returned no mask");
  }
  return output.data;
}

function requireSession(): Promise<InferenceSession> {
  if (session === undefined) {
    session = openSession();
    // A failed start must not fail every later picture.
    session.catch(() => {
      session = undefined;
    });
  }
  return session;
}

/** Interleaved bytes → planes of (value − 128) / 256, the normalization the weights were exported with. */
function toPlanes(rgb: Uint8Array, count: number): Float32Array {
  const planes = new Float32Array(3 * count);
  for (let index = 0, at = 0; index < count; index += 1, at += 3) {
    planes[index] = ((rgb[at] ?? 0) - 128) / 256;
    planes[index + count] = ((rgb[at + 1] ?? 0) - 128) / 256;
    planes[index + 2 * count] = ((rgb[at + 2] ?? 0) - 128) / 256;
  }
  return planes;
}
