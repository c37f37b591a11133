import os from "node:os";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { isNet, sizeSeen } from "#lib/imaging/matting/network/spec.ts";
import { matrixProduct } from "#lib/testing/imaging/tiny-network.ts";

/** Multiply-adds of the cut-out network at 1024 × 1024, summed over its 114 convolutions, per pixel. */
const multiplyAddsPerPixel = 159.6e9 / 1024 ** 2;
/** A convolution of 3 × 3 and 256 channels over 64 × 64 pixels as one matrix product; other sizes are slower here. */
const [rows, inner, columns] = [64 * 64, 3 * 3 * 256, 256];
const rounds = 12;

/** Peak multiply-adds per second of this machine, measured with the runtime's matrix product on all cores. */
async function measureRoof(precision: Precision): Promise<number> {
  const session = await InferenceSession.create(matrixProduct(precision), {
    intraOpNumThreads: os.availableParallelism(),
    logSeverityLevel: 3,
  });
  const feeds = {
    a: matrix(precision, "uint8", [rows, inner]),
    b: matrix(precision, "int8", [inner, columns]),
  };
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await session.run(feeds);
    seconds = Math.min(seconds, (performance.now() - startedMs) / 1000);
  }
  await session.release();
  return (rows * inner * columns) / seconds;
}

/** Values are within the range of the network's own values. */
function matrix(precision: Precision, type: "uint8" | "int8", size: readonly [number, number]): Tensor {
  const length = size[0] * size[1];
  if (precision === "fp32")
    return new Tensor(
      "float32",
      Float32Array.from({ length }, (_, i) => i % 7),
      size,
    );
  return type === "uint8"
    ? new Tensor(
        "uint8",
        Uint8Array.from({ length }, (_, i) => i % 251),
        size,
      )
    : new Tensor(
        "int8",
        Int8Array.from({ length }, (_, i) => (i % 127) - 63),
        size,
      );
}

/** Minimum time of the cut-out network for a 4:3 picture with a product whose width equals its height. */
export async function leastMsOfCutOut(precision: Precision): Promise<number> {
  const roof = await measureRoof(precision);
  const coarse = sizeSeen(isNet, { width: 4, height: 3 }, "coarse");
  const fine = sizeSeen(isNet, { width: 1, height: 1 }, "fine");
  const pixels = coarse.width * coarse.height + fine.width * fine.height;
  return (1000 * pixels * multiplyAddsPerPixel) / roof;
}
