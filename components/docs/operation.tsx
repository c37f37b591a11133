import Link from "next/link";
import type { ReferenceOperation } from "#lib/contract/openapi/reference.ts";
import { cutoutCost } from "#lib/contract/photos/styles.ts";
import { pageOf } from "#lib/contract/sections.ts";
import type { Repeats } from "#lib/documentation/repeats.ts";
import type { Call, Samples } from "#lib/documentation/samples.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { CallTabs, CodeBlock, CodeTabs } from "./code.tsx";
import { FieldsTable } from "./fields-table.tsx";
import { Inline } from "./markdown.tsx";
import { Section } from "./section.tsx";
import { TryIt } from "./try-it.tsx";

interface OperationViewProps {
  operation: ReferenceOperation;
  repeats: Repeats;
  /** The example: a call, or complete programs if it takes more than one call. */
  call: Call | Samples;
  signedIn: boolean;
}

const tones: Record<string, Tone> = { GET: "success", POST: "accent", PATCH: "warn", DELETE: "danger" };

const statusLines: Record<number, string> = { 200: "200 OK", 201: "201 Created", 202: "202 Accepted" };

const warnings: Record<string, string> = {
  generate: "Makes a real photo and charges your account.",
  removeBg: `Makes a real cut-out and charges your account ${cutoutCost} credits.`,
  deleteGeneration: "Deletes for good.",
  deleteGenerations: "Deletes for good.",
  deleteWebhookEndpoint: "Deletes for good.",
  rotateWebhookSecret: "Replaces the secret that your backend verifies with.",
};

export function OperationView({ operation, repeats, call, signedIn }: OperationViewProps) {
  const { id, section, method, path, summary, description, parameters, body, response, errors } = operation;
  const inputs = parameters.filter(({ in: place }) => place !== "header");
  const headers = parameters.filter(({ in: place }) => place === "header");
  return (
    <Section id={id} title={summary} className="border-line border-t pt-10">
      <p className="flex flex-wrap items-center gap-2.5">
        <Badge tone={tones[method] ?? "neutral"} className="font-mono">
          {method}
        </Badge>
        <code className="break-all font-mono text-sm">{path}</code>
      </p>
      <p>
        <Inline text={description} />
      </p>
      <div className="docs-operation">
        <div>
          <FieldsTable title="Parameters" fields={inputs} repeats={repeats} />
          <FieldsTable title="Headers" fields={headers} repeats={repeats} />
          {body && (
            <FieldsTable
              title={body.kind === "json" ? "Body (JSON)" : "Body (multipart/form-data)"}
              fields={body.fields}
              repeats={repeats}
            />
          )}
          <FieldsTable title="Response" fields={response.fields} repeats={repeats} />
          <Errors errors={errors} />
        </div>
        <div>
          {"url" in call ? (
            <CallTabs title={summary} call={call} />
          ) : (
            <CodeTabs title={summary} samples={call} />
          )}
          {/* File responses have no example. */}
          {response.example !== undefined && (
            <CodeBlock
              title={statusLines[response.status] ?? String(response.status)}
              text={JSON.stringify(response.example, null, 2)}
            />
          )}
          <details className="docs-try" data-testid={`try-${id}`}>
            <summary>Try it</summary>
            {signedIn ? (
              <TryIt
                method={method}
                path={path}
                parameters={inputs.map(({ name, in: place }) => ({ name, in: place }))}
                body={
                  body?.kind === "json"
                    ? { kind: "json", text: JSON.stringify(body.example, null, 2) }
                    : body && { kind: "file" }
                }
                warning={warnings[id] ?? null}
              />
            ) : (
              <p>
                <Link href={`/sign-in?next=${encodeURIComponent(`${pageOf(section)}#${id}`)}`}>Sign in</Link>{" "}
                to send it from here, without a key.
              </p>
            )}
          </details>
        </div>
      </div>
    </Section>
  );
}

function Errors({ errors }: Pick<ReferenceOperation, "errors">) {
  return (
    <div>
      <h3 className="font-semibold text-sm">Errors</h3>
      <ul className="docs-errors">
        {errors.map(({ code, status }) => (
          <li key={code}>
            <a href={`/docs#error-${code}`}>
              {status} {code}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
