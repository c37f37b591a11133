import type { ReferenceField, ReferenceOperation } from "#lib/contract/openapi/reference.ts";
import { type SectionId, sections } from "#lib/contract/sections.ts";
import { env } from "#lib/platform/env.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { guidePartsOf } from "./guide-parts.ts";
import { operationsOf } from "./reference.ts";
import { findRepeats, type Repeats } from "./repeats.ts";
import { callOf, samplesOf } from "./samples.ts";
import { readPrograms } from "./sources.ts";
import { errorsTable } from "./tables.ts";

/** The reference of one resource in Markdown. */
export async function sectionText(section: SectionId): Promise<string> {
  const { title, description } = sections[section];
  const operations = operationsOf(section);
  const repeats = findRepeats(operations);
  const { directUpload } = await readPrograms();
  const guides = guidePartsOf(section).map((part) => `[${part.title}](/docs#${part.id})`);
  const codes = (Object.keys(errorTable) as ErrorCode[]).filter((code) =>
    operations.some(({ errors }) => errors.some((error) => error.code === code)),
  );
  return [
    `# ${title}`,
    description,
    ...(guides.length > 0 ? [`In the guide: ${guides.join(", ")}.`] : []),
    ...operations.flatMap((operation) =>
      operationText(operation, {
        repeats,
        curl:
          operation.id === "signUpload"
            ? directUpload.curl
            : samplesOf(callOf(operation, env().BASE_URL)).curl,
      }),
    ),
    "## Errors of these operations",
    "Branch on `code`; every answer with one says in `fix` what to do.",
    errorsTable(codes),
  ].join("\n\n");
}

function operationText(
  { method, path, summary, description, parameters, body, response, errors }: ReferenceOperation,
  { repeats, curl }: { repeats: Repeats; curl: string },
): string[] {
  const inputs = parameters.filter(({ in: place }) => place !== "header");
  const headers = parameters.filter(({ in: place }) => place === "header");
  const list = (title: string, fields: readonly ReferenceField[], isResponse = false) =>
    fields.length === 0 ? [] : [`### ${title}`, fieldsText(fields, { repeats, isResponse })];
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    ...list("Parameters", inputs),
    ...list("Headers", headers),
    ...list(body?.kind === "file" ? "Body (multipart/form-data)" : "Body (JSON)", body?.fields ?? []),
    ...list(`Response (${response.status})`, response.fields, true),
    "### Errors",
    errors.map(({ status, code }) => `${status} \`${code}\``).join(", "),
    "### Example",
    `\`\`\`sh\n${curl}\n\`\`\``,
    ...(response.example === undefined || response.example === null
      ? []
      : [`\`\`\`json\n${JSON.stringify(response.example, null, 2)}\n\`\`\``]),
  ];
}

interface Shown {
  repeats: Repeats;
  isResponse: boolean;
  depth?: number;
}

/** Fields as a list, with nested fields below their object; a repeated list links to its first place. */
function fieldsText(fields: readonly ReferenceField[], { repeats, isResponse, depth = 0 }: Shown): string {
  const indent = "  ".repeat(depth);
  const repeated = repeats.get(fields);
  if (repeated) {
    const { operation, part } = repeated;
    return `${indent}- The same fields as in the ${part} of \`${operation.method} ${operation.path}\`.`;
  }
  return fields
    .map((field) => {
      const line = `${indent}- ${fieldLine(field, isResponse)}`;
      if (field.fields.length === 0) return line;
      return `${line}\n${fieldsText(field.fields, { repeats, isResponse, depth: depth + 1 })}`;
    })
    .join("\n");
}

function fieldLine(field: ReferenceField, isResponse: boolean): string {
  const { name, type, required, description, values, isOpen } = field;
  const listed = values.map((value) => `\`${value}\``).join(", ");
  const said = [
    ...(description ? [description] : []),
    ...(listed === "" ? [] : [isOpen ? `Values, and more may come: ${listed}.` : `One of ${listed}.`]),
  ];
  const head = `\`${name}\` (${type}${required && !isResponse ? ", required" : ""})`;
  return said.length === 0 ? head : `${head}: ${said.join(" ")}`;
}
