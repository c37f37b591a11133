/**
 * Weights stay within ±63, so that the sum of two products with 8-bit activations fits 16 bits: processors without
 * VNNI add them in 16 bits and would saturate (ONNX Runtime, "Quantize ONNX models", on U8S8).
 */
const mostWeight = 63;
/** Shares of the largest weight tried as the end of the range: a few large weights must not coarsen all others. */
const rangeShares = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52];

interface QuantizedWeights {
  values: Int8Array<ArrayBuffer>;
  /** One for each output channel: weight ≈ scale × value. */
  scales: Float32Array<ArrayBuffer>;
}

/** Quantizes weights (output channels × rest) to 8 bits, each channel with the scale of least squared error. */
export function quantizeWeights(weights: Float32Array, channels: number): QuantizedWeights {
  const count = weights.length / channels;
  const values = new Int8Array(weights.length);
  const scales = new Float32Array(channels);
  for (let channel = 0; channel < channels; channel += 1) {
    const start = channel * count;
    const scale = bestScale(weights.subarray(start, start + count));
    scales[channel] = scale.fitted;
    for (let index = start; index < start + count; index += 1) {
      values[index] = nearest((weights[index] ?? 0) / scale.tried);
    }
  }
  return { values, scales };
}

/** Returns the scale to divide by, and the one that restores the weights with the least squared error. */
function bestScale(weights: Float32Array): { tried: number; fitted: number } {
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  if (largest === 0) return { tried: 1, fitted: 1 };
  let best = { tried: 1, fitted: 1, kept: -1 };
  for (const share of rangeShares) {
    const tried = (largest * share) / mostWeight;
    let products = 0;
    let squares = 0;
    for (let index = 0; index < weights.length; index += 1) {
      const weight = weights[index] ?? 0;
      const value = nearest(weight / tried);
      products += weight * value;
      squares += value * value;
    }
    // Σ(w − s·q)² is least for s = Σwq / Σq², and then Σw² − (Σwq)² / Σq².
    const kept = (products * products) / squares;
    if (kept > best.kept) best = { tried, fitted: products / squares, kept };
  }
  return best;
}

function nearest(value: number): number {
  const rounded = (value + (value < 0 ? -0.5 : 0.5)) | 0;
  return Math.min(mostWeight, Math.max(-mostWeight, rounded));
}
