import { firstText, type GraphNode, graph, parseNode, valueInfo } from "./onnx.ts";
import type { Field } from "./protobuf.ts";

/** Operators that only move or average values: with one scale for inputs and output they need no rounding. */
const moving = ["Concat", "MaxPool", "Resize"];

/** How the nodes of a float32 model are changed to compute its convolutions in 8 bits. */
export interface QuantizationPlan {
  input: string;
  nodes: readonly (readonly [Field, GraphNode])[];
  /** `dropped`: a Relu after a convolution, not needed because the 8-bit range of the convolution begins at 0. */
  kindOf: (field: Field) => "float" | "quantized" | "dropped";
  /** Maps a convolution's output to the output of the Relu that is dropped after it. */
  clipped: ReadonlyMap<string, string>;
  /** Tensors whose value ranges must be known. */
  measured: readonly string[];
  /** Returns the name that all tensors with the same scale share. */
  groupOf: (tensor: string) => string;
}

/** Throws an Error when the graph has an unknown form: see `quantizeGraph`. */
export function planQuantization(fields: readonly Field[]): QuantizationPlan {
  const nodes = fields
    .filter(({ number }) => number === graph.node)
    .map((field) => [field, parseNode(field.bytes)] as const);
  const input = onlyName(fields, graph.input);
  const floats = lastNodes(nodes, onlyName(fields, graph.output));
  const clipped = new Map<string, string>();
  const dropped = new Set<Field>();
  const measured = [input];
  const groups = new Groups();
  for (const [field, { opType, inputs, outputs }] of nodes) {
    const [from = "", ...others] = inputs;
    const [to = ""] = outputs;
    if (floats.has(field)) continue;
    if (moving.includes(opType)) {
      groups.join(to, from);
      if (opType === "Concat") for (const other of others) groups.join(to, other);
    } else if (opType === "Relu" && clipped.get(from) === to) {
      dropped.add(field);
      measured.push(to);
    } else if (opType === "Conv" || opType === "Add") {
      const relu = soleReader(nodes, to);
      if (opType === "Conv" && relu?.opType === "Relu") clipped.set(to, relu.outputs[0] ?? "");
      else measured.push(to);
    } else {
      throw new Error(`the model has a node of an unknown kind: ${opType}`);
    }
  }
  return {
    input,
    nodes,
    clipped,
    measured,
    kindOf: (field) => (floats.has(field) ? "float" : dropped.has(field) ? "dropped" : "quantized"),
    groupOf: (tensor) => groups.nameOf(tensor),
  };
}

type Nodes = QuantizationPlan["nodes"];

/** Returns the nodes from the last convolution to the output: they decide the mask's finest steps. */
function lastNodes(nodes: Nodes, output: string): Set<Field> {
  const found = new Set<Field>();
  for (let name = output; ; ) {
    const producer = nodes.find(([, { outputs }]) => outputs.includes(name));
    if (producer === undefined) throw new Error("the model has no convolution before its output");
    found.add(producer[0]);
    if (producer[1].opType === "Conv") return found;
    name = producer[1].inputs[0] ?? "";
  }
}

function soleReader(nodes: Nodes, name: string): GraphNode | null {
  const readers = nodes.filter(([, { inputs }]) => inputs.includes(name));
  return readers.length === 1 ? (readers[0]?.[1] ?? null) : null;
}

function onlyName(fields: readonly Field[], number: number): string {
  const [field, ...others] = fields.filter((each) => each.number === number);
  const name = field === undefined ? null : firstText(field.bytes, valueInfo.name);
  if (name === null || others.length > 0) throw new Error("the model must have one input and one output");
  return name;
}

/** Disjoint sets of names (union-find). */
class Groups {
  readonly #parents = new Map<string, string>();

  nameOf(name: string): string {
    const parent = this.#parents.get(name);
    return parent === undefined ? name : this.nameOf(parent);
  }

  join(one: string, other: string): void {
    const [a, b] = [this.nameOf(one), this.nameOf(other)];
    if (a !== b) this.#parents.set(a, b);
  }
}
