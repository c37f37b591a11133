import os from "node:os";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { matrixProduct } from "#lib/testing/imaging/tiny-network.ts";
import { median } from "./measure.ts";

/** What the cut-out network multiplies and adds at 1024 × 1024 (Qin et al. 2022: 160 G); other sizes in proportion. */
const multiplyAddsPerPixel = 160e9 / 1024 ** 2;
const side = 2048;
const rounds = 5;

/** Multiply-adds a second that this machine does in large matrix products, its best case: the runtime's own, all cores. */
export async function measureRoof(precision: Precision): Promise<number> {
  const session = await InferenceSession.create(matrixProduct(precision), {
    intraOpNumThreads: os.availableParallelism(),
    logSeverityLevel: 3,
  });
  const feeds = { a: matrix(precision, "uint8"), b: matrix(precision, "int8") };
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const startedMs = performance.now();
    await session.run(feeds);
    if (round > 0) seconds.push((performance.now() - startedMs) / 1000);
  }
  await session.release();
  return side ** 3 / median(seconds);
}

function matrix(precision: Precision, type: "uint8" | "int8"): Tensor {
  const count = side * side;
  if (precision === "fp32") {
    return new Tensor(
      "float32",
      Float32Array.from({ length: count }, (_, index) => index % 7),
      [side, side],
    );
  }
  // Within the bounds that the network's own values keep.
  return type === "uint8"
    ? new Tensor(
        "uint8",
        Uint8Array.from({ length: count }, (_, index) => index % 251),
        [side, side],
      )
    : new Tensor(
        "int8",
        Int8Array.from({ length: count }, (_, index) => (index % 127) - 63),
        [side, side],
      );
}

/** The least time in which that many pixels can be looked at by the network. */
export function leastMs(pixels: number, roof: number): number {
  return (1000 * pixels * multiplyAddsPerPixel) / roof;
}
