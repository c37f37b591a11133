import { readFile } from "node:fs/promises";
import path from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { z } from "zod";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { MessageWriter } from "#lib/imaging/matting/network/protobuf.ts";

// A small super-resolution network from npm packages, as layers and weights of TensorFlow.js. It is converted to an
// ONNX model (field numbers of onnx.proto3, IR 8), because the service includes the ONNX runtime only.

const layer = z.object({
  class_name: z.string(),
  name: z.string(),
  config: z.looseObject({ kernel_size: z.array(z.int()).optional(), activation: z.string().optional() }),
  inbound_nodes: z.array(z.array(z.tuple([z.string()], z.unknown()))),
});
const modelFile = z.object({
  modelTopology: z.union([
    z
      .object({ model_config: z.object({ config: z.object({ layers: z.array(layer) }) }) })
      .transform((m) => m.model_config.config.layers),
    z.object({ config: z.object({ layers: z.array(layer) }) }).transform((m) => m.config.layers),
  ]),
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(z.object({ name: z.string(), shape: z.array(z.int()) })),
    }),
  ),
});

export interface Enlarger {
  /** Enlarges sRGB pixels of three bytes. */
  enlarge(rgb: Uint8Array, size: Size): Promise<Uint8Array>;
}

/** Opens the network in a folder with a `model.json` that enlarges by that factor. */
export async function openEnlarger(folder: string, factor: number): Promise<Enlarger> {
  const session = await InferenceSession.create(await readModel(folder, factor));
  return {
    async enlarge(rgb, { width, height }) {
      const plane = width * height;
      const input = new Float32Array(plane * 3);
      for (let i = 0; i < plane; i++)
        for (let c = 0; c < 3; c++) input[c * plane + i] = (rgb[i * 3 + c] as number) / 255;
      const results = await session.run({ in: new Tensor("float32", input, [1, 3, height, width]) });
      const output = results.out?.data;
      if (!(output instanceof Float32Array)) throw new Error("the network gave no picture");
      const large = plane * factor * factor;
      const bytes = new Uint8ClampedArray(large * 3);
      for (let i = 0; i < large; i++)
        for (let c = 0; c < 3; c++) bytes[i * 3 + c] = (output[c * large + i] as number) * 255;
      return new Uint8Array(bytes.buffer);
    },
  };
}

async function readModel(folder: string, factor: number): Promise<Uint8Array> {
  const { modelTopology: layers, weightsManifest } = modelFile.parse(
    JSON.parse(await readFile(path.join(folder, "model.json"), "utf8")),
  );
  const graph = new MessageWriter();
  for (const part of layers.filter((one) => one.class_name !== "InputLayer")) {
    const inputs = (part.inbound_nodes[0] ?? []).map(([name]) => (isInput(layers, name) ? "in" : name));
    graph.message(1, nodeOf(part, inputs));
  }
  graph.text(2, "enlarge");
  for (const { paths, weights } of weightsManifest) {
    const files = await Promise.all(paths.map((file) => readFile(path.join(folder, file))));
    const values = new Uint8Array(Buffer.concat(files));
    let at = 0;
    for (const { name, shape } of weights) {
      const length = shape.reduce((product, side) => product * side, 4);
      graph.message(5, tensorOf(name, shape, values.slice(at, at + length)));
      at += length;
    }
  }
  graph.message(5, tensorOf("scales", [4], new Uint8Array(new Float32Array([1, 1, factor, factor]).buffer)));
  graph.message(11, graphValue("in"));
  const last = new MessageWriter();
  last.text(1, layers.at(-1)?.name ?? "");
  last.text(2, "out");
  last.text(4, "Identity");
  graph.message(1, last);
  graph.message(12, graphValue("out"));
  const opset = new MessageWriter();
  opset.varint(2, 17);
  const model = new MessageWriter();
  model.varint(1, 8);
  model.message(7, graph);
  model.message(8, opset);
  return new Uint8Array(Buffer.concat(model.pieces));
}

function isInput(layers: readonly z.output<typeof layer>[], name: string): boolean {
  return layers.some((one) => one.name === name && one.class_name === "InputLayer");
}

function nodeOf({ class_name: kind, name, config }: z.output<typeof layer>, inputs: readonly string[]) {
  const node = new MessageWriter();
  for (const input of inputs) node.text(1, input);
  switch (kind) {
    case "Conv2D":
      node.text(1, `${name}/kernel`);
      node.text(1, `${name}/bias`);
      node.text(4, "Conv");
      node.message(5, textAttribute("auto_pad", "SAME_UPPER"));
      break;
    case "Activation":
      node.text(4, "Relu");
      break;
    case "Add":
      node.text(4, "Add");
      break;
    case "Concatenate":
      node.text(4, "Concat");
      node.message(5, numberAttribute("axis", 1));
      break;
    case "UpSampling2D":
      node.text(1, "");
      node.text(1, "scales");
      node.text(4, "Resize");
      node.message(5, textAttribute("mode", "nearest"));
      node.message(5, textAttribute("coordinate_transformation_mode", "asymmetric"));
      node.message(5, textAttribute("nearest_mode", "floor"));
      break;
    default:
      throw new Error(`the network has a layer that is not known here: ${kind}`);
  }
  if (kind === "Conv2D" && (config.activation ?? "linear") !== "linear")
    throw new Error(`activation in ${name}`);
  node.text(2, name);
  return node;
}

function textAttribute(name: string, value: string) {
  const attribute = new MessageWriter();
  attribute.text(1, name);
  attribute.text(4, value);
  attribute.varint(20, 3);
  return attribute;
}

function numberAttribute(name: string, value: number) {
  const attribute = new MessageWriter();
  attribute.text(1, name);
  attribute.varint(3, value);
  attribute.varint(20, 2);
  return attribute;
}

/** Transposes kernels from (height, width, in, out) to (out, in, height, width). */
function tensorOf(name: string, shape: readonly number[], bytes: Uint8Array) {
  const tensor = new MessageWriter();
  let [dims, data] = [shape, bytes];
  if (shape.length === 4 && name.endsWith("kernel")) {
    const [height = 1, width = 1, from = 1, to = 1] = shape;
    const source = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    const turned = new Float32Array(source.length);
    for (let i = 0; i < source.length; i++) {
      const o = i % to;
      const c = Math.floor(i / to) % from;
      const place = Math.floor(i / (to * from));
      turned[(o * from + c) * height * width + place] = source[i] as number;
    }
    dims = [to, from, height, width];
    data = new Uint8Array(turned.buffer);
  }
  for (const side of dims) tensor.varint(1, side);
  tensor.varint(2, 1);
  tensor.text(8, name);
  tensor.bytes(9, data);
  return tensor;
}

function graphValue(name: string) {
  const shape = new MessageWriter();
  for (const side of ["n", "c", `${name}_h`, `${name}_w`]) {
    const dimension = new MessageWriter();
    dimension.text(2, side);
    shape.message(1, dimension);
  }
  const tensorType = new MessageWriter();
  tensorType.varint(1, 1);
  tensorType.message(2, shape);
  const type = new MessageWriter();
  type.message(1, tensorType);
  const value = new MessageWriter();
  value.text(1, name);
  value.message(2, type);
  return value;
}
