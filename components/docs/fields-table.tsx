import type { ReferenceField } from "#lib/contract/openapi/reference.ts";
import { pageOf } from "#lib/contract/sections.ts";
import type { Repeats } from "#lib/documentation/repeats.ts";
import { Badge } from "../ui/badge.tsx";
import { TextLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { Inline } from "./markdown.tsx";

interface FieldsTableProps {
  title: string;
  fields: readonly ReferenceField[];
  repeats: Repeats;
}

/** Styles of all fields, said once: a page has hundreds of them. */
const listClass = cn(
  "[&_dl]:mt-1 [&_dl]:divide-y [&_dl]:divide-line [&_dl]:border-line [&_dl]:border-b [&_dl>div]:py-2.5",
  "[&_dt]:flex [&_dt]:flex-wrap [&_dt]:items-center [&_dt]:gap-x-2.5 [&_dt]:gap-y-1",
  "[&_dt>code]:bg-transparent [&_dt>code]:p-0 [&_dt>code]:font-medium [&_dt>code]:text-xs [&_dt>i]:text-faint [&_dt>i]:text-xs [&_dt>i]:not-italic",
  "[&_dd]:mt-1 [&_dd]:text-muted [&_dd>span]:flex [&_dd>span]:flex-wrap [&_dd>span]:items-center [&_dd>span]:gap-1.5 [&_dd>span]:text-xs",
  "[&_dd>span>code]:px-1.5 [&_dd>span>code]:text-2xs",
  "[&_details]:mt-1.5 [&_details]:ml-1 [&_details]:border-line [&_details]:border-l [&_details]:pl-4 [&_summary]:w-fit [&_summary]:rounded-sm [&_summary]:text-xs",
);

/** Fields as a list: name, type and description. Fields of objects are indented, repeated ones linked. */
export function FieldsTable({ title, fields, repeats }: FieldsTableProps) {
  if (fields.length === 0) return null;
  return (
    <div className={listClass}>
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
            <i>{field.type}</i>
            {showRequired && field.required && <Badge tone="warn">required</Badge>}
          </dt>
          {field.description && (
            <dd>
              <Inline text={field.description} />
            </dd>
          )}
          <Values field={field} />
          {field.fields.length > 0 && (
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

function Values({ field: { values, isOpen, formerValues } }: { field: ReferenceField }) {
  if (values.length === 0) return null;
  return (
    <>
      <dd>
        <span>
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
          {isOpen && "and more may come"}
        </span>
      </dd>
      {formerValues.map(({ value, text }) => (
        <dd key={value}>
          <code>{value}</code> <Badge tone="warn">deprecated</Badge> <Inline text={text} />
        </dd>
      ))}
    </>
  );
}
