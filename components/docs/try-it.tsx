"use client";

import { Play } from "lucide-react";
import { useEffect, useRef, useState, useTransition } from "react";
import { create } from "zustand";
import { refreshBalance } from "../shell/balance.tsx";
import { BusyButton } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { inputClass } from "../ui/field.tsx";

export interface TryItProps {
  method: string;
  path: string;
  /** Path and query parameters; path parameters are required. */
  parameters: readonly { name: string; in: string }[];
  /** The initial JSON text, a file input, or no body. */
  body: { kind: "json"; text: string } | { kind: "file" } | null;
  /** Side effects of the call, shown before it is sent. */
  warning: string | null;
}

interface Answer {
  status: number;
  durationMs: number;
  headers: [string, string][];
  text: string;
}

const shownHeaders = /^(x-|ratelimit|retry-after|idempotency-)/;

/**
 * A result of the reader's account to use in example calls; null if there is none, then the example's picture is
 * sent.
 */
const useAccountPicture = create<{ url: string | null; find: () => void }>()((set) => {
  let isAsked = false;
  const find = async () => {
    if (isAsked) return;
    isAsked = true;
    const response = await fetch("/api/v1/generations?operation=generate&status=succeeded&limit=1");
    const { data } = (await response.json()) as { data?: { result_url: string | null }[] };
    set({ url: data?.[0]?.result_url ?? null });
  };
  return { url: null, find: () => void find().catch(() => undefined) };
});

export function TryIt({ method, path, parameters, body, warning }: TryItProps) {
  const [answer, setAnswer] = useState<Answer | "none" | null>(null);
  const [sending, start] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const { url: pictureUrl, find: findPicture } = useAccountPicture();
  useEffect(() => {
    const details = form.current?.closest("details");
    details?.addEventListener("toggle", findPicture, { once: true });
    return () => details?.removeEventListener("toggle", findPicture);
  }, [findPicture]);

  const send = (fields: FormData) =>
    start(async () => {
      // For an upload, the form itself is the multipart body.
      const sent = body?.kind === "file" ? fields : String(fields.get("body") ?? "");
      const answer = await call(method, addressOf(path, parameters, fields), sent).catch(() => null);
      setAnswer(answer ?? "none");
      if (answer && method !== "GET") void refreshBalance();
    });

  return (
    <form
      ref={form}
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      {parameters.map(({ name, in: place }) => (
        <label key={name} className="block text-sm">
          <span className="mb-1 block font-mono text-xs">{name}</span>
          <input
            name={name}
            required={place === "path"}
            className={`${inputClass} h-9 px-2.5 font-mono sm:text-xs`}
          />
        </label>
      ))}
      {body?.kind === "json" && (
        <label className="block text-sm">
          <span className="mb-1 block text-muted text-xs">Body</span>
          <textarea
            name="body"
            key={pictureUrl}
            defaultValue={pictureUrl ? withPicture(body.text, pictureUrl) : body.text}
            spellCheck={false}
            className={`${inputClass} field-sizing-content min-h-24 px-3 py-2 font-mono sm:text-xs`}
          />
        </label>
      )}
      {body?.kind === "file" && (
        <label className="block text-sm">
          <span className="mb-1 block font-mono text-xs">file</span>
          <input
            type="file"
            name="file"
            required
            accept="image/*"
            className={`${inputClass} px-2.5 py-1.5`}
          />
        </label>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <BusyButton type="submit" size="sm" busy={sending} icon={Play}>
          Send
        </BusyButton>
        {warning && <p className="text-muted text-xs">{warning}</p>}
      </div>
      <div aria-live="polite">
        {answer === "none" && <Callout tone="danger">There is no connection to the service.</Callout>}
        {answer && answer !== "none" && <AnswerView answer={answer} />}
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

/** The example body with `image_url` replaced. */
function withPicture(text: string, url: string): string {
  const body = JSON.parse(text) as object;
  return "image_url" in body ? JSON.stringify({ ...body, image_url: url }, null, 2) : text;
}

function addressOf(path: string, parameters: TryItProps["parameters"], fields: FormData): string {
  const fieldOf = (name: string) => String(fields.get(name) ?? "");
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(fieldOf(name)));
  const given = parameters.filter(({ name, in: place }) => place === "query" && fieldOf(name) !== "");
  const query = new URLSearchParams(given.map(({ name }) => [name, fieldOf(name)]));
  return query.size > 0 ? `${filled}?${query}` : filled;
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
