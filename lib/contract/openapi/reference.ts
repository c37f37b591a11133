import { type ErrorCode, errorTable } from "../../platform/errors.ts";
import type { Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import { type BaseCosts, defaultBaseCosts } from "../photos/styles.ts";
import type { SectionId } from "../sections.ts";
import { examples } from "./examples.ts";
import { openApiDocument } from "./index.ts";

/** A field of a request or response, prepared for display. */
export interface ReferenceField {
  name: string;
  /** `string`, `integer or null`, `array of objects` … */
  type: string;
  required: boolean;
  description: string;
  /** The allowed values; empty if any are allowed. */
  values: string[];
  /** More values may be added. */
  isOpen: boolean;
  /** Fields of an object, or of the objects in an array. */
  fields: ReferenceField[];
}

export interface ReferenceOperation {
  id: string;
  /** Its section of the reference. */
  section: SectionId;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: (ReferenceField & { in: string; example: string | null })[];
  body: { kind: "json" | "file"; fields: ReferenceField[]; example: unknown } | null;
  response: {
    status: number;
    fields: ReferenceField[];
    example: unknown;
    headers: { name: string; description: string }[];
  };
  errors: { code: ErrorCode; status: number; fix: string; example: unknown }[];
}

type Json = Record<string, unknown>;

/** URLs of the image host that replace those in the examples. */
interface HostAddresses {
  deliveryPrefix: string;
  uploadUrl: string;
}

/** Cached per image host and prices, because it takes longer than the rest of the page that shows it. */
const made = new Map<string, readonly ReferenceOperation[]>();

/** Every operation of the OpenAPI document, in order, with references resolved. */
export function apiReference(
  host: HostAddresses = examples,
  baseCosts: BaseCosts = defaultBaseCosts,
): readonly ReferenceOperation[] {
  const key = `${host.deliveryPrefix} ${host.uploadUrl} ${JSON.stringify(baseCosts)}`;
  const known = made.get(key) ?? readReference(host, baseCosts);
  made.set(key, known);
  return known;
}

function readReference(host: HostAddresses, baseCosts: BaseCosts): ReferenceOperation[] {
  const written = JSON.stringify(openApiDocument(baseCosts))
    .replaceAll(examples.deliveryPrefix, () => host.deliveryPrefix)
    .replaceAll(examples.uploadUrl, () => host.uploadUrl);
  const document = object(JSON.parse(written));
  const reader = createReader(document);
  return Object.entries(object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) =>
      reader.operation(path, method.toUpperCase(), object(operation)),
    ),
  );
}

function createReader(document: Json) {
  const resolve = (value: unknown): Json => {
    const node = object(value);
    if (typeof node.$ref !== "string") return node;
    const parts = node.$ref.replace(/^#\//, "").split("/");
    return resolve(parts.reduce<unknown>((at, part) => object(at)[part], document));
  };

  function fieldsOf(schema: unknown): ReferenceField[] {
    const { properties, required } = resolve(schema);
    return Object.entries(object(properties)).map(([name, property]) =>
      field(name, property, list(required).includes(name)),
    );
  }

  function field(name: string, given: unknown, required: boolean): ReferenceField {
    const schema = resolve(given);
    const variants = variantsOf(schema);
    const mains = variants.filter(({ type }) => type !== "null");
    const parts = mains.map((main) => partsOf(main));
    const all = parts.flat();
    const isNullable = mains.length < variants.length || all.some(({ type }) => list(type).includes("null"));
    const nouns = mains.map((main, at) => {
      const names = new Set((parts[at] ?? []).map((part) => nounOf(part)));
      return main.type === "array"
        ? `array of ${[...names].map((noun) => `${noun}s`).join(" or ")}`
        : [...names];
    });
    const listed = all.filter((part) => part.enum);
    return {
      name,
      type: [...new Set([...nouns.flat(), ...(isNullable ? ["null"] : [])])].join(" or "),
      required,
      description: text(object(given).description) || text(schema.description),
      values: [...new Set(listed.flatMap((part) => list(part.enum).map(String)))],
      isOpen: listed.length > 0 && all.some((part) => part.type === "string" && !part.enum && !part.const),
      fields: all.flatMap((part) => (part.properties ? fieldsOf(part) : [])),
    };
  }

  /** The schemas of a value, or of an array's elements. */
  function partsOf(main: Json): Json[] {
    return (main.type === "array" ? variantsOf(resolve(main.items)) : [main]).map(joinVariants);
  }

  /** The alternatives of a schema, flattened, including null. */
  function variantsOf(schema: Json): Json[] {
    const variants = list(schema.anyOf).map(resolve);
    return variants.length === 0 ? [schema] : variants.flatMap(variantsOf);
  }

  function nounOf({ type, enum: values }: Json): string {
    const types = list(type).length > 0 ? list(type) : [type];
    return values ? "string" : text(types.find((name) => name !== "null"));
  }

  /** Merges a union of objects: the discriminator gets all values, the rest is the first variant's. */
  function joinVariants(node: Json): Json {
    const variants = list(node.oneOf).map(resolve);
    const [first] = variants;
    if (!first) return node;
    const properties = Object.entries(object(first.properties)).map(([name, property]) => {
      const values = variants.map((variant) => object(object(variant.properties)[name]).const);
      return [name, values.some(Boolean) ? { type: "string", enum: values } : property];
    });
    return { ...first, properties: Object.fromEntries(properties) };
  }

  function operation(path: string, method: string, node: Json): ReferenceOperation {
    const contract: Operation = operations[text(node.operationId) as keyof typeof operations];
    const responses = object(node.responses);
    const [status, good] = Object.entries(responses).find(([code]) => isGood(code)) ?? [];
    const done = resolve(good);
    const doneContent = object(object(done.content)["application/json"]);
    return {
      id: text(node.operationId),
      section: contract.section,
      method,
      path,
      summary: text(node.summary),
      description: text(node.description),
      parameters: list(node.parameters).map((given) => {
        const parameter = resolve(given);
        const shown = field(text(parameter.name), parameter.schema, parameter.required === true);
        const description = text(parameter.description) || shown.description;
        const example = parameter.example === undefined ? null : String(parameter.example);
        return { ...shown, description, in: text(parameter.in), example };
      }),
      body: bodyOf(node.requestBody),
      response: {
        status: Number(status),
        fields: fieldsOf(doneContent.schema),
        example: doneContent.example,
        headers: Object.entries(object(done.headers)).map(([name, header]) => ({
          name,
          description: text(resolve(header).description),
        })),
      },
      errors: Object.entries(responses).flatMap(([code, response]) =>
        isGood(code) ? [] : errorsOf(Number(code), resolve(response)),
      ),
    };
  }

  function bodyOf(given: unknown): ReferenceOperation["body"] {
    const content = object(object(given).content);
    const json = object(content["application/json"]);
    const form = object(content["multipart/form-data"]);
    if (json.schema) return { kind: "json", fields: fieldsOf(json.schema), example: json.example };
    return form.schema ? { kind: "file", fields: fieldsOf(form.schema), example: undefined } : null;
  }

  function errorsOf(status: number, response: Json): ReferenceOperation["errors"] {
    const content = object(object(response.content)["application/json"]);
    return Object.entries(object(content.examples)).map(([code, example]) => ({
      code: code as ErrorCode,
      status,
      fix: errorTable[code as ErrorCode].fix,
      example: object(example).value,
    }));
  }

  return { operation };
}

function isGood(status: string): boolean {
  return status.startsWith("2");
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
