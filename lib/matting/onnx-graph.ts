import { widenHalfFloats } from "./half-floats.ts";
import { type Field, MessageWriter, readFields } from "./protobuf.ts";

// Field numbers of onnx.proto3 (ONNX IR 8).
const modelGraph = 7;
const graph = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 };
const node = { input: 1, output: 2, opType: 4, attribute: 5 };
const tensor = { dims: 1, dataType: 2, name: 8, rawData: 9 };
const valueInfo = { name: 1, type: 2 };
const typeProto = { tensorType: 1 };
const tensorTypeProto = { shape: 2 };
const dimensionParameter = 2;
const attribute = { int: 3, tensor: 5 };
const elementType = { float32: 1, float16: 10 };

/**
 * Rewrites a half-precision ONNX model of fixed input size for the CPU: weights and arithmetic in float32,
 * only the graph output called `output` with the nodes it needs, and input height and width left open (the
 * sizes written into its Resize nodes become scales). CPUs without half-precision arithmetic otherwise convert
 * around every layer, and every further output is kept in memory to the end. Returns the model in pieces.
 */
export function prepareGraph(model: Uint8Array, output: string): Uint8Array[] {
  const prepared = new MessageWriter();
  for (const field of readFields(model)) {
    if (field.number === modelGraph) prepared.message(modelGraph, rewriteGraph(field.bytes, output));
    else prepared.field(field);
  }
  return prepared.pieces;
}

function rewriteGraph(bytes: Uint8Array, output: string): MessageWriter {
  const fields = [...readFields(bytes)];
  const scales = resizeScales(fields);
  const needed = neededNodes(fields, output);
  const rewritten = new MessageWriter();
  for (const field of fields) {
    if (field.number === graph.node) {
      if (needed.has(field)) rewritten.message(graph.node, rewriteNode(field.bytes, scales));
    } else if (field.number === graph.initializer) {
      rewritten.message(graph.initializer, rewriteTensor(field.bytes));
    } else if (field.number === graph.input) {
      rewritten.message(graph.input, openSpatialDimensions(field.bytes));
    } else if (field.number === graph.output) {
      if (firstText(field.bytes, valueInfo.name) === output) {
        rewritten.message(graph.output, openSpatialDimensions(field.bytes));
      }
    } else if (field.number !== graph.valueInfo) {
      // Value infos repeat shapes of the fixed-size graph; the runtime infers its own.
      rewritten.field(field);
    }
  }
  for (const scale of new Set(scales.values())) rewritten.message(graph.initializer, scaleTensor(scale));
  return rewritten;
}

interface GraphNode {
  opType: string;
  inputs: string[];
  outputs: string[];
  attributes: Uint8Array[];
}

function parseNode(bytes: Uint8Array): GraphNode {
  const parsed: GraphNode = { opType: "", inputs: [], outputs: [], attributes: [] };
  for (const part of readFields(bytes)) {
    if (part.number === node.input) parsed.inputs.push(text(part.bytes));
    else if (part.number === node.output) parsed.outputs.push(text(part.bytes));
    else if (part.number === node.opType) parsed.opType = text(part.bytes);
    else if (part.number === node.attribute) parsed.attributes.push(part.bytes);
  }
  return parsed;
}

/** The nodes that the output depends on, once Resize nodes no longer ask for sizes. */
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

/** For the first output of each Resize node: how many times it enlarges its input. */
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
  for (const part of readFields(attributeBytes)) {
    if (part.number !== attribute.tensor) continue;
    for (const field of readFields(part.bytes)) {
      if (field.number === tensor.rawData && field.bytes.length >= 8) {
        return new DataView(field.bytes.buffer, field.bytes.byteOffset).getUint32(0, true);
      }
    }
  }
  return undefined;
}

/** Height in a ValueInfoProto of a tensor [1, channels, height, width]; null for other shapes. */
function tensorHeight(valueInfoBytes: Uint8Array): number | null {
  let message: Uint8Array | undefined = valueInfoBytes;
  for (const number of [valueInfo.type, typeProto.tensorType, tensorTypeProto.shape]) {
    message = message === undefined ? undefined : firstBytes(message, number);
  }
  if (message === undefined) return null;
  const dimensions = [...readFields(message)].map((field) => [...readFields(field.bytes)][0]?.value ?? 0);
  return dimensions.length === 4 ? (dimensions[2] ?? null) : null;
}

const scaleName = (scale: number) => `resize_scale_${scale}`;

/** Initializer with the scales of a Resize by the same whole number in height and width. */
function scaleTensor(scale: number): MessageWriter {
  const written = new MessageWriter();
  written.varint(tensor.dims, 4);
  written.varint(tensor.dataType, elementType.float32);
  written.text(tensor.name, scaleName(scale));
  written.bytes(tensor.rawData, new Uint8Array(Float32Array.of(1, 1, scale, scale).buffer));
  return written;
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
  for (const field of readFields(bytes)) {
    if (field.number === node.input && scale !== undefined) continue;
    if (field.number === node.attribute && parsed.opType === "Cast") {
      const cast = new MessageWriter();
      for (const part of readFields(field.bytes)) {
        const isHalf = part.number === attribute.int && part.value === elementType.float16;
        cast.field(isHalf ? { ...part, value: elementType.float32 } : part);
      }
      rewritten.message(node.attribute, cast);
    } else rewritten.field(field);
  }
  return rewritten;
}

function rewriteTensor(bytes: Uint8Array): MessageWriter {
  const fields = [...readFields(bytes)];
  const isHalf = fields.some(
    (field) => field.number === tensor.dataType && field.value === elementType.float16,
  );
  const rewritten = new MessageWriter();
  for (const field of fields) {
    if (isHalf && field.number === tensor.dataType) rewritten.varint(tensor.dataType, elementType.float32);
    else if (isHalf && field.number === tensor.rawData) {
      rewritten.bytes(tensor.rawData, widenHalfFloats(field.bytes));
    } else rewritten.field(field);
  }
  return rewritten;
}

/** ValueInfoProto of a tensor [1, channels, height, width] with height and width named, not numbered. */
function openSpatialDimensions(bytes: Uint8Array): MessageWriter {
  return replaceField(bytes, valueInfo.type, (type) =>
    replaceField(type, typeProto.tensorType, (tensorType) =>
      replaceField(tensorType, tensorTypeProto.shape, (shape) => {
        const opened = new MessageWriter();
        let axis = 0;
        for (const dimension of readFields(shape)) {
          const name = axis === 2 ? "height" : axis === 3 ? "width" : null;
          if (name === null) opened.field(dimension);
          else {
            const named = new MessageWriter();
            named.text(dimensionParameter, name);
            opened.message(dimension.number, named);
          }
          axis += 1;
        }
        return opened;
      }),
    ),
  );
}

/** The message with every field of that number replaced by what `rewrite` makes of its payload. */
function replaceField(
  message: Uint8Array,
  number: number,
  rewrite: (payload: Uint8Array) => MessageWriter,
): MessageWriter {
  const replaced = new MessageWriter();
  for (const field of readFields(message)) {
    if (field.number === number) replaced.message(number, rewrite(field.bytes));
    else replaced.field(field);
  }
  return replaced;
}

function firstBytes(message: Uint8Array, number: number): Uint8Array | undefined {
  for (const field of readFields(message)) {
    if (field.number === number) return field.bytes;
  }
  return undefined;
}

function firstText(message: Uint8Array, number: number): string | null {
  const bytes = firstBytes(message, number);
  return bytes === undefined ? null : text(bytes);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
