import type { ReferenceField } from "#lib/contract/openapi/reference.ts";
import { pageOf } from "#lib/contract/sections.ts";
import type { Repeats } from "#lib/documentation/repeats.ts";
import { TextLink } from "../ui/button.tsx";
import { Inline } from "./markdown.tsx";

interface FieldsTableProps {
  title: string;
  fields: readonly ReferenceField[];
  repeats: Repeats;
}

/** A list of fields with name, type and description. Fields of objects are indented; repeated objects are linked. */
export function FieldsTable({ title, fields, repeats }: FieldsTableProps) {
  if (fields.length === 0) return null;
  return (
    <div className="docs-fields">
      <h3 className="font-semibold text-sm">{title}</h3>
      <Fields fields={fields} showRequired={title !== "Response"} repeats={repeats} />
    </div>
  );
}

function Fields({
  fields,
  showRequired,
  repeats,
}: Omit<FieldsTableProps, "title"> & { showRequired: boolean }) {
  const repeated = repeats.get(fields);
  if (repeated) {
    const { operation, part } = repeated;
    return (
      <p className="mt-1 text-muted">
        The same fields as in the {part} of{" "}
        <TextLink href={`${pageOf(operation.section)}#${operation.id}`} className="font-mono text-xs">
          {operation.method} {operation.path}
        </TextLink>
        .
      </p>
    );
  }
  return (
    <dl>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name}</code>
            {showRequired && field.required ? (
              <>
                <i>{field.type}</i>
                <em>required</em>
              </>
            ) : (
              <i>{field.type}</i>
            )}
          </dt>
          {field.description && (
            <dd>
              <Inline text={field.description} />
            </dd>
          )}
          {field.fields.length === 0 ? (
            <Values field={field} />
          ) : (
            <dd>
              <details open={field.fields.length < 5 || repeats.has(field.fields)}>
                <summary>{field.fields.length} fields</summary>
                <Fields fields={field.fields} showRequired={false} repeats={repeats} />
              </details>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Values({ field: { values, isOpen } }: { field: ReferenceField }) {
  if (values.length === 0) return null;
  return (
    <dd>
      <span>
        {values.map((value) => (
          <code key={value}>{value}</code>
        ))}
        {isOpen && "and more may come"}
      </span>
    </dd>
  );
}
