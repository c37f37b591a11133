import {
  attribute,
  attributeTypeInt,
  elementType,
  type GraphNode,
  graph,
  node,
  readGraph,
  tensor,
  tensorMessage,
  text,
  valueInfo,
  withGraph,
} from "./onnx.ts";
import { type Field, MessageWriter, readFields, rewriteFields } from "./protobuf.ts";
import { planQuantization, type QuantizationPlan } from "./quantization-plan.ts";
import { quantizeWeights } from "./quantize-weights.ts";

/** Range of values (lowest, highest) to represent in 8 bits, by the tensor's name. */
export type ActivationRanges = Readonly<Record<string, readonly [number, number]>>;

interface Quantization {
  scale: number;
  zeroPoint: number;
}

/**
 * Quantizes a float32 model (in the form that the runtime's basic optimization writes) to 8-bit activations and
 * weights, in QDQ form: activations uint8 per tensor, weights int8 per output channel, biases int32 (Jacob et al.
 * 2018). The last convolution and what follows it stay float32. Returns the model in pieces. Throws an Error when a
 * range is missing.
 */
export function quantizeGraph(model: Uint8Array, ranges: ActivationRanges): Uint8Array[] {
  const fields = readGraph(model);
  const plan = planQuantization(fields);
  const quantizations = quantizeActivations(plan, ranges);
  const initializers = readInitializers(fields);
  const quantizer = new GraphQuantizer(plan, quantizations, initializers);
  quantizer.addInput();
  for (const [field, parsed] of plan.nodes) quantizer.addNode(field, parsed);
  const replaced = new Set(quantizer.replaced.map((name) => initializers.get(name)?.field));
  const written = rewriteFields(
    fields,
    (field) => (field.number === graph.node || replaced.has(field) ? null : field),
    new MessageWriter(),
  );
  for (const message of quantizer.nodes) written.message(graph.node, message);
  for (const message of quantizer.initializers) written.message(graph.initializer, message);
  return withGraph(model, written);
}

/** Returns a float32 model, in pieces, with these of its tensors as additional outputs. */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array[] {
  const written = rewriteFields(readGraph(model), (field) => field);
  for (const name of names) {
    const output = new MessageWriter();
    output.text(valueInfo.name, name);
    written.message(graph.output, output);
  }
  return withGraph(model, written);
}

/** Tensors that share a scale get the union of their ranges. */
function quantizeActivations(plan: QuantizationPlan, ranges: ActivationRanges): Map<string, Quantization> {
  const joined = new Map<string, [number, number]>();
  for (const name of plan.measured) {
    const range = ranges[name];
    if (range === undefined) throw new Error(`the activation ranges have none for ${name}: calibrate again`);
    const group = plan.groupOf(name);
    const [low, high] = joined.get(group) ?? [0, 0];
    joined.set(group, [Math.min(low, range[0]), Math.max(high, range[1])]);
  }
  const quantizations = new Map<string, Quantization>();
  for (const [group, [low, high]] of joined) {
    const scale = (high - low || 1) / 255;
    quantizations.set(group, { scale, zeroPoint: Math.round(-low / scale) });
  }
  return quantizations;
}

interface Initializer {
  field: Field;
  dims: number[];
  bytes: Uint8Array;
}

function readInitializers(fields: readonly Field[]): Map<string, Initializer> {
  const found = new Map<string, Initializer>();
  for (const field of fields) {
    if (field.number !== graph.initializer) continue;
    const initializer: Initializer = { field, dims: [], bytes: field.bytes };
    let name = "";
    for (const part of readFields(field.bytes)) {
      if (part.number === tensor.name) name = text(part.bytes);
      else if (part.number === tensor.rawData) initializer.bytes = part.bytes;
      else if (part.number === tensor.dims) initializer.dims.push(part.value);
    }
    found.set(name, initializer);
  }
  return found;
}

/** Rewrites the nodes and adds those that quantize their inputs and outputs. */
class GraphQuantizer {
  readonly nodes: MessageWriter[] = [];
  readonly initializers: MessageWriter[] = [];
  /** Names of the float32 initializers that 8-bit ones replace. */
  readonly replaced: string[] = [];
  readonly #plan: QuantizationPlan;
  readonly #quantizations: ReadonlyMap<string, Quantization>;
  readonly #values: ReadonlyMap<string, Initializer>;
  readonly #written = new Set<string>();

  constructor(
    plan: QuantizationPlan,
    quantizations: ReadonlyMap<string, Quantization>,
    values: ReadonlyMap<string, Initializer>,
  ) {
    this.#plan = plan;
    this.#quantizations = quantizations;
    this.#values = values;
  }

  addInput(): void {
    const { input } = this.#plan;
    this.#roundTrip(input, input, `${input}_rounded`);
  }

  /** The rounded values take over the name of the node's output, so that the nodes that read it stay unchanged. */
  addNode(field: Field, parsed: GraphNode): void {
    const kind = this.#plan.kindOf(field);
    if (kind === "dropped") return;
    if (kind === "float") {
      this.nodes.push(rewriteFields(readFields(field.bytes), (part) => part));
      return;
    }
    const [own = ""] = parsed.outputs;
    const output = this.#plan.clipped.get(own) ?? own;
    const inputs = parsed.inputs.map((name) => (name === this.#plan.input ? `${name}_rounded` : name));
    if (parsed.opType === "Conv") this.#quantizeConvolution(parsed);
    const written = new MessageWriter();
    for (const name of inputs) written.text(node.input, name);
    written.text(node.output, `${output}_exact`);
    const rewritten = rewriteFields(
      readFields(field.bytes),
      (part) => (part.number === node.input || part.number === node.output ? null : part),
      written,
    );
    this.nodes.push(rewritten);
    this.#roundTrip(output, `${output}_exact`, output);
  }

  #quantizationOf(name: string): Quantization {
    const found = this.#quantizations.get(this.#plan.groupOf(name));
    if (found === undefined) throw new Error(`the tensor ${name} has no scale`);
    return found;
  }

  /** Adds a conversion to 8 bits and back: with it at inputs and output, the runtime computes a node in 8 bits. */
  #roundTrip(name: string, from: string, to: string): void {
    const group = this.#plan.groupOf(name);
    const parameters = [`${group}_scale`, `${group}_zero`];
    const { scale, zeroPoint } = this.#quantizationOf(name);
    if (!this.#written.has(group)) {
      this.#written.add(group);
      this.#add(`${group}_scale`, elementType.float32, [], Float32Array.of(scale));
      this.#add(`${group}_zero`, elementType.uint8, [], Uint8Array.of(zeroPoint));
    }
    this.#node("QuantizeLinear", [from, ...parameters], `${name}_8bit`);
    this.#node("DequantizeLinear", [`${name}_8bit`, ...parameters], to);
  }

  #quantizeConvolution({ inputs }: GraphNode): void {
    const [source = "", weight = "", bias = ""] = inputs;
    const weights = this.#values.get(weight);
    const biases = this.#values.get(bias);
    if (weights === undefined || biases === undefined)
      throw new Error(`the convolution of ${source} has no weights of its own`);
    const channels = weights.dims[0] ?? 0;
    const { values, scales } = quantizeWeights(floats(weights.bytes), channels);
    const { scale } = this.#quantizationOf(source);
    const biasScales = scales.map((weightScale) => weightScale * scale);
    const rounded = Int32Array.from(floats(biases.bytes), (value, channel) =>
      Math.round(value / (biasScales[channel] ?? 1)),
    );
    this.#add(`${weight}_8bit`, elementType.int8, weights.dims, values);
    this.#add(`${weight}_scale`, elementType.float32, [channels], scales);
    this.#add(`${weight}_zero`, elementType.int8, [channels], new Int8Array(channels));
    this.#add(`${bias}_32bit`, elementType.int32, [channels], rounded);
    this.#add(`${bias}_scale`, elementType.float32, [channels], biasScales);
    this.#node("DequantizeLinear", [`${weight}_8bit`, `${weight}_scale`, `${weight}_zero`], weight, 0);
    this.#node("DequantizeLinear", [`${bias}_32bit`, `${bias}_scale`], bias, 0);
    this.replaced.push(weight, bias);
  }

  #add(name: string, type: number, dims: readonly number[], values: ArrayBufferView): void {
    this.initializers.push(tensorMessage(name, type, { dims, values }));
  }

  #node(opType: string, inputs: readonly string[], output: string, axis?: number): void {
    const written = new MessageWriter();
    for (const name of inputs) written.text(node.input, name);
    written.text(node.output, output);
    written.text(node.name, `${output}_${opType}`);
    written.text(node.opType, opType);
    if (axis !== undefined) {
      const axisAttribute = new MessageWriter();
      axisAttribute.text(attribute.name, "axis");
      axisAttribute.varint(attribute.int, axis);
      axisAttribute.varint(attribute.type, attributeTypeInt);
      written.message(node.attribute, axisAttribute);
    }
    this.nodes.push(written);
  }
}

/** A copy, because the payload may start at an odd address. */
function floats(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
