import {
  elementType,
  graph,
  node,
  tensorMessage,
  tensorTypeProto,
  typeProto,
  valueInfo,
} from "#lib/imaging/matting/network/onnx.ts";
import { MessageWriter } from "#lib/imaging/matting/network/protobuf.ts";

const model = { irVersion: 1, graph: 7, opset: 8 };
const opset = { domain: 1, version: 2 };
const graphName = 2;
const shape = { dimension: 1, value: 1, parameter: 2 };

/** A dimension with a fixed length, or a named one of any length. */
type Dimension = number | string;

/**
 * An ONNX model with one 1 × 1 convolution: weights for red, green and blue and a bias for each output channel. Small
 * enough that tests can state its exact output.
 */
export function tinyNetwork(options: {
  input: string;
  output: string;
  height: Dimension;
  width: Dimension;
  /** Output channels × (red, green, blue). */
  weights: readonly (readonly [number, number, number])[];
  biases: readonly number[];
}): Uint8Array {
  const { input, output, height, width, weights, biases } = options;
  const convolution = new MessageWriter();
  for (const name of [input, "weights", "biases"]) convolution.text(node.input, name);
  convolution.text(node.output, output);
  convolution.text(node.opType, "Conv");
  const body = new MessageWriter();
  body.message(graph.node, convolution);
  body.text(graphName, "tiny");
  const dims = [weights.length, 3, 1, 1];
  const values = Float32Array.from(weights.flat());
  body.message(graph.initializer, tensorMessage("weights", elementType.float32, { dims, values }));
  const own = { dims: [biases.length], values: Float32Array.from(biases) };
  body.message(graph.initializer, tensorMessage("biases", elementType.float32, own));
  body.message(graph.input, tensorInfo(input, elementType.float32, [1, 3, height, width]));
  body.message(graph.output, tensorInfo(output, elementType.float32, [1, weights.length, height, width]));
  return inModel(body);
}

function inModel(body: MessageWriter): Uint8Array {
  const written = new MessageWriter();
  written.varint(model.irVersion, 8);
  const operators = new MessageWriter();
  operators.text(opset.domain, "");
  operators.varint(opset.version, 15);
  written.message(model.opset, operators);
  written.message(model.graph, body);
  return Buffer.concat(written.pieces);
}

function tensorInfo(name: string, type: number, dimensions: readonly Dimension[]): MessageWriter {
  const sizes = new MessageWriter();
  for (const length of dimensions) {
    const dimension = new MessageWriter();
    if (typeof length === "number") dimension.varint(shape.value, length);
    else dimension.text(shape.parameter, length);
    sizes.message(shape.dimension, dimension);
  }
  const tensor = new MessageWriter();
  tensor.varint(tensorTypeProto.elementType, type);
  tensor.message(tensorTypeProto.shape, sizes);
  const typed = new MessageWriter();
  typed.message(typeProto.tensorType, tensor);
  const info = new MessageWriter();
  info.text(valueInfo.name, name);
  info.message(valueInfo.type, typed);
  return info;
}
