"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { refreshBalance } from "../shell/balance.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { inputClass } from "../ui/field.tsx";
import { Spinner } from "../ui/progress.tsx";

export interface TryItProps {
  method: string;
  path: string;
  /** Fields in path and query; the path's must be given. */
  parameters: readonly { name: string; in: string }[];
  /** JSON text to begin with, a file to choose, or nothing. */
  body: { kind: "json"; text: string } | { kind: "file" } | null;
  /** What the call does beyond reading, to be known before it is sent. */
  warning: string | null;
}

interface Answer {
  status: number;
  durationMs: number;
  headers: [string, string][];
  text: string;
}

const shownHeaders = /^(x-|ratelimit|retry-after|idempotency-)/;

/** Sends the call for real, as the signed-in user. */
export function TryIt({ method, path, parameters, body, warning }: TryItProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [json, setJson] = useState(body?.kind === "json" ? body.text : "");
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [state, setState] = useState<"idle" | "sending" | "failed">("idle");

  const send = async () => {
    setState("sending");
    try {
      setAnswer(
        await call(
          method,
          addressOf(path, parameters, values),
          body?.kind === "file" ? fileForm(file) : json,
        ),
      );
      setState("idle");
      if (method !== "GET") void refreshBalance();
    } catch {
      setAnswer(null);
      setState("failed");
    }
  };

  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== "sending") void send();
      }}
    >
      {parameters.map(({ name, in: place }) => (
        <label key={name} className="block text-sm">
          <span className="mb-1 block font-mono text-xs">{name}</span>
          <input
            value={values[name] ?? ""}
            required={place === "path"}
            onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
            className={`${inputClass} h-9 px-2.5 font-mono sm:text-xs`}
          />
        </label>
      ))}
      {body?.kind === "json" && (
        <label className="block text-sm">
          <span className="mb-1 block text-muted text-xs">Body</span>
          <textarea
            value={json}
            spellCheck={false}
            onChange={({ currentTarget }) => setJson(currentTarget.value)}
            className={`${inputClass} field-sizing-content min-h-24 px-3 py-2 font-mono sm:text-xs`}
          />
        </label>
      )}
      {body?.kind === "file" && (
        <label className="block text-sm">
          <span className="mb-1 block font-mono text-xs">file</span>
          <input
            type="file"
            required
            accept="image/*"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
            className={`${inputClass} px-2.5 py-1.5`}
          />
        </label>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="sm" aria-disabled={state === "sending"}>
          {state === "sending" ? <Spinner /> : <Play aria-hidden />} Send
        </Button>
        {warning && <p className="text-muted text-xs">{warning}</p>}
      </div>
      <div aria-live="polite">
        {state === "failed" && <Callout tone="danger">There is no connection to the service.</Callout>}
        {answer && <AnswerView answer={answer} />}
      </div>
    </form>
  );
}

function AnswerView({ answer: { status, durationMs, headers, text } }: { answer: Answer }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface" data-testid="answer">
      <p className="figures flex items-center gap-3 border-line border-b px-4 py-2 text-xs">
        <b className={status < 400 ? "text-success-ink" : "text-danger-ink"}>{status}</b>
        <span className="text-muted">{durationMs.toLocaleString("en")} ms</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-96 overflow-auto px-4 py-3 font-mono text-xs leading-relaxed">
        <span className="text-muted">{headers.map(([name, value]) => `${name}: ${value}\n`).join("")}</span>
        {"\n"}
        {text}
      </pre>
    </div>
  );
}

function addressOf(
  path: string,
  parameters: TryItProps["parameters"],
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => {
      const value = values[name];
      return place === "query" && value ? [[name, value]] : [];
    }),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function fileForm(file: File | null): FormData {
  const form = new FormData();
  if (file) form.append("file", file);
  return form;
}

async function call(method: string, address: string, body: string | FormData): Promise<Answer> {
  const startedAtMs = performance.now();
  const response = await fetch(address, {
    method,
    ...(body !== "" && { body }),
    ...(typeof body === "string" && body !== "" && { headers: { "Content-Type": "application/json" } }),
  });
  const text = await response.text();
  return {
    status: response.status,
    durationMs: Math.round(performance.now() - startedAtMs),
    headers: [...response.headers].filter(([name]) => shownHeaders.test(name)),
    text: prettify(text),
  };
}

function prettify(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
