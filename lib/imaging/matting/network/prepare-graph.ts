import {
  attribute,
  dimensionParameter,
  elementType,
  firstText,
  type GraphNode,
  graph,
  node,
  parseNode,
  payloadAt,
  readGraph,
  tensor,
  tensorMessage,
  tensorTypeProto,
  typeProto,
  valueInfo,
  withGraph,
  within,
} from "./onnx.ts";
import { type Field, MessageWriter, readFields, rewriteFields } from "./protobuf.ts";

/**
 * Rewrites a half-precision ONNX model of fixed input size for the CPU, which would convert around every layer and
 * keep every output in memory. The result is float32, has only the output named `output` with the nodes that it
 * needs, and leaves height and width open (sizes in Resize nodes become scales). Returns the model in pieces.
 */
export function prepareGraph(model: Uint8Array, output: string): Uint8Array[] {
  return withGraph(model, rewriteGraph(readGraph(model), output));
}

function rewriteGraph(fields: Field[], output: string): MessageWriter {
  const scales = resizeScales(fields);
  const needed = neededNodes(fields, output);
  const rewritten = rewriteFields(fields, (field) => {
    switch (field.number) {
      case graph.node:
        return needed.has(field) ? rewriteNode(field.bytes, scales) : null;
      case graph.initializer:
        return rewriteTensor(field.bytes);
      case graph.input:
        return openSpatialDimensions(field.bytes);
      case graph.output:
        return firstText(field.bytes, valueInfo.name) === output ? openSpatialDimensions(field.bytes) : null;
      // These repeat shapes of the fixed-size graph; the runtime infers its own.
      case graph.valueInfo:
        return null;
      default:
        return field;
    }
  });
  for (const scale of new Set(scales.values())) rewritten.message(graph.initializer, scaleTensor(scale));
  return rewritten;
}

/** Finds the nodes that the output depends on, ignoring the sizes of Resize nodes, which scales replace. */
function neededNodes(fields: Field[], output: string): Set<Field> {
  const producers = new Map<string, { field: Field; inputs: string[] }>();
  for (const field of fields) {
    if (field.number !== graph.node) continue;
    const { opType, inputs, outputs } = parseNode(field.bytes);
    const dependencies = opType === "Resize" ? inputs.slice(0, 1) : inputs;
    for (const name of outputs) producers.set(name, { field, inputs: dependencies });
  }
  const needed = new Set<Field>();
  const open = [output];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const producer = producers.get(name);
    if (producer === undefined || needed.has(producer.field)) continue;
    needed.add(producer.field);
    open.push(...producer.inputs);
  }
  return needed;
}

/** Returns the enlargement factor of each Resize node, by the name of its output. */
function resizeScales(fields: Field[]): Map<string, number> {
  const heights = new Map<string, number>();
  const producers = new Map<string, GraphNode>();
  for (const field of fields) {
    if (field.number === graph.valueInfo) {
      const name = firstText(field.bytes, valueInfo.name);
      const height = tensorHeight(field.bytes);
      if (name !== null && height !== null) heights.set(name, height);
    } else if (field.number === graph.node) {
      const parsed = parseNode(field.bytes);
      for (const name of parsed.outputs) producers.set(name, parsed);
    }
  }
  const scales = new Map<string, number>();
  for (const [name, resize] of producers) {
    if (resize.opType !== "Resize") continue;
    // The sizes are Concat([batch, channels], Constant [height, width]).
    const sizes = producers.get(producers.get(resize.inputs[3] ?? "")?.inputs[1] ?? "");
    const constant = sizes?.attributes[0] === undefined ? undefined : constantInt64(sizes.attributes[0]);
    const inputHeight = heights.get(resize.inputs[0] ?? "");
    const scale = (constant ?? Number.NaN) / (inputHeight ?? Number.NaN);
    if (!Number.isInteger(scale)) throw new Error(`the model's Resize node for ${name} has an unknown form`);
    scales.set(name, scale);
  }
  return scales;
}

/** First number of the int64 tensor in a Constant node's `value` attribute. */
function constantInt64(attributeBytes: Uint8Array): number | undefined {
  const numbers = payloadAt(attributeBytes, attribute.tensor, tensor.rawData);
  if (numbers === undefined || numbers.length < 8) return undefined;
  return new DataView(numbers.buffer, numbers.byteOffset).getUint32(0, true);
}

/** Height in a ValueInfoProto of a tensor [1, channels, height, width]; null for other shapes. */
function tensorHeight(valueInfoBytes: Uint8Array): number | null {
  const shape = payloadAt(valueInfoBytes, valueInfo.type, typeProto.tensorType, tensorTypeProto.shape);
  if (shape === undefined) return null;
  const dimensions = [...readFields(shape)].map((field) => [...readFields(field.bytes)][0]?.value ?? 0);
  return dimensions.length === 4 ? (dimensions[2] ?? null) : null;
}

const scaleName = (scale: number) => `resize_scale_${scale}`;

/** Builds the initializer with the scales of a Resize node, the same integer for height and width. */
function scaleTensor(scale: number): MessageWriter {
  return tensorMessage(scaleName(scale), elementType.float32, {
    dims: [4],
    values: Float32Array.of(1, 1, scale, scale),
  });
}

/**
 * Casts to half precision become casts to float32, which the runtime drops as no-ops; Resize nodes take scales
 * instead of sizes.
 */
function rewriteNode(bytes: Uint8Array, scales: ReadonlyMap<string, number>): MessageWriter {
  const parsed = parseNode(bytes);
  const scale = scales.get(parsed.outputs[0] ?? "");
  const rewritten = new MessageWriter();
  if (scale !== undefined) {
    for (const name of [parsed.inputs[0] ?? "", "", scaleName(scale)]) rewritten.text(node.input, name);
  }
  const rewrite = (field: Field) => {
    if (field.number === node.input && scale !== undefined) return null;
    return field.number === node.attribute && parsed.opType === "Cast" ? castToFloat32(field.bytes) : field;
  };
  return rewriteFields(readFields(bytes), rewrite, rewritten);
}

function castToFloat32(attributeBytes: Uint8Array): MessageWriter {
  return rewriteFields(readFields(attributeBytes), (field) => {
    const isHalf = field.number === attribute.int && field.value === elementType.float16;
    return isHalf ? { ...field, value: elementType.float32 } : field;
  });
}

function rewriteTensor(bytes: Uint8Array): MessageWriter {
  const fields = [...readFields(bytes)];
  const isHalf = fields.some(
    ({ number, value }) => number === tensor.dataType && value === elementType.float16,
  );
  return rewriteFields(fields, (field) => {
    if (isHalf && field.number === tensor.dataType) return { ...field, value: elementType.float32 };
    if (isHalf && field.number === tensor.rawData) return { ...field, bytes: widenHalfFloats(field.bytes) };
    return field;
  });
}

function widenHalfFloats(bytes: Uint8Array): Uint8Array {
  // A copy, because the payload may start at an odd address.
  const halves = new Float16Array(new Uint8Array(bytes).buffer);
  return new Uint8Array(new Float32Array(halves).buffer);
}

/** Rewrites the ValueInfoProto of a tensor [1, channels, height, width]: height and width become named dimensions. */
const openSpatialDimensions = within(
  valueInfo.type,
  within(typeProto.tensorType, within(tensorTypeProto.shape, nameHeightAndWidth)),
);

function nameHeightAndWidth(shape: Uint8Array): MessageWriter {
  const names = [null, null, "height", "width"];
  return rewriteFields(readFields(shape), (dimension) => {
    const name = names.shift() ?? null;
    if (name === null) return dimension;
    const named = new MessageWriter();
    named.text(dimensionParameter, name);
    return named;
  });
}
