import type { ReferenceField } from "#lib/contract/openapi/reference.ts";
import { Badge } from "../ui/badge.tsx";
import { TextLink } from "../ui/button.tsx";
import { Inline } from "./markdown.tsx";
import type { Repeats } from "./repeats.ts";

interface FieldsTableProps {
  title: string;
  fields: readonly ReferenceField[];
  repeats: Repeats;
}

/** Fields as a list: name, type and description. Fields of objects are indented, repeated ones linked. */
export function FieldsTable({ title, fields, repeats }: FieldsTableProps) {
  if (fields.length === 0) return null;
  return (
    <div>
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
      <p className="mt-1 text-muted text-sm">
        The same fields as in the {part} of{" "}
        <TextLink href={`#${operation.id}`}>
          <code className="font-mono text-xs">
            {operation.method} {operation.path}
          </code>
        </TextLink>
        .
      </p>
    );
  }
  return (
    <ul className="mt-1 divide-y divide-line border-line border-b">
      {fields.map((field) => (
        <li key={field.name} className="py-2.5">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <code className="font-medium font-mono text-xs">{field.name}</code>
            <span className="text-faint text-xs">{field.type}</span>
            {showRequired && field.required && <Badge tone="warn">required</Badge>}
          </p>
          {field.description && (
            <p className="mt-1 text-muted text-sm">
              <Inline text={field.description} />
            </p>
          )}
          {field.values.length > 0 && (
            <p className="mt-1.5 flex flex-wrap gap-1.5">
              {field.values.map((value) => (
                <code key={value} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-2xs text-muted">
                  {value}
                </code>
              ))}
            </p>
          )}
          {field.fields.length > 0 && (
            <details
              className="mt-1.5 ml-1 border-line border-l pl-4"
              open={field.fields.length < 5 || repeats.has(field.fields)}
            >
              <summary className="w-fit rounded-sm text-muted text-xs hover:text-ink">
                {field.fields.length} fields
              </summary>
              <Fields fields={field.fields} showRequired={false} repeats={repeats} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
