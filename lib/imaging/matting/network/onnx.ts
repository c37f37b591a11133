import { type Field, MessageWriter, readFields, rewriteFields } from "./protobuf.ts";

// Field numbers of onnx.proto3 (ONNX IR 8).
export const modelGraph = 7;
export const graph = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 };
export const node = { input: 1, output: 2, name: 3, opType: 4, attribute: 5 };
export const tensor = { dims: 1, dataType: 2, name: 8, rawData: 9 };
export const valueInfo = { name: 1, type: 2 };
export const typeProto = { tensorType: 1 };
export const tensorTypeProto = { elementType: 1, shape: 2 };
export const dimensionParameter = 2;
export const attribute = { name: 1, int: 3, tensor: 5, type: 20 };
export const attributeTypeInt = 2;
export const elementType = { float32: 1, uint8: 2, int8: 3, int32: 6, float16: 10 };

export interface GraphNode {
  opType: string;
  inputs: string[];
  outputs: string[];
  attributes: Uint8Array[];
}

export function parseNode(bytes: Uint8Array): GraphNode {
  const parsed: GraphNode = { opType: "", inputs: [], outputs: [], attributes: [] };
  for (const part of readFields(bytes)) {
    if (part.number === node.input) parsed.inputs.push(text(part.bytes));
    else if (part.number === node.output) parsed.outputs.push(text(part.bytes));
    else if (part.number === node.opType) parsed.opType = text(part.bytes);
    else if (part.number === node.attribute) parsed.attributes.push(part.bytes);
  }
  return parsed;
}

/** The fields of a model's graph. */
export function readGraph(model: Uint8Array): Field[] {
  const bytes = payloadAt(model, modelGraph);
  if (bytes === undefined) throw new Error("the ONNX model has no graph");
  return [...readFields(bytes)];
}

/** Returns a model with another graph, in pieces. */
export function withGraph(model: Uint8Array, written: MessageWriter): Uint8Array[] {
  return rewriteFields(readFields(model), (field) => (field.number === modelGraph ? written : field)).pieces;
}

/** Returns a rewriter of messages that rewrites the payload of the fields with this number. */
export function within(number: number, rewrite: (payload: Uint8Array) => MessageWriter) {
  return (message: Uint8Array) =>
    rewriteFields(readFields(message), (field) => (field.number === number ? rewrite(field.bytes) : field));
}

/** Returns the payload that is reached by following the first field of each number inwards. */
export function payloadAt(message: Uint8Array, ...numbers: number[]): Uint8Array | undefined {
  const [number, ...inner] = numbers;
  if (number === undefined) return message;
  for (const field of readFields(message)) {
    if (field.number === number) return payloadAt(field.bytes, ...inner);
  }
  return undefined;
}

export function firstText(message: Uint8Array, number: number): string | null {
  const bytes = payloadAt(message, number);
  return bytes === undefined ? null : text(bytes);
}

export function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Builds a TensorProto with inline values; without dimensions it is a scalar. */
export function tensorMessage(
  name: string,
  type: number,
  { dims = [], values }: { dims?: readonly number[]; values: ArrayBufferView },
): MessageWriter {
  const written = new MessageWriter();
  for (const length of dims) written.varint(tensor.dims, length);
  written.varint(tensor.dataType, type);
  written.text(tensor.name, name);
  written.bytes(tensor.rawData, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return written;
}
