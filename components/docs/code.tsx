"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useId } from "react";
import { create } from "zustand";
import type { FormAction } from "#lib/auth/form.ts";
import {
  type Call,
  keyPlaceholder,
  type Language,
  languages,
  type Samples,
  samplesOf,
} from "#lib/documentation/samples.ts";
import type { MadeKey } from "../keys/key-maker.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";
import { useHydrated } from "../ui/time.tsx";

/** Shared by all examples of the page: the selected language and the API key. */
const useExamples = create<{ language: Language; key: string }>()(() => ({
  language: "curl",
  key: keyPlaceholder,
}));

export function CodeBlock({ title, text }: { title: string; text: string }) {
  const key = useExamples((examples) => examples.key);
  const shown = text.replaceAll(keyPlaceholder, key);
  return (
    <div className="docs-code">
      <div>
        <p>{title}</p>
        <Copy text={shown} title={title} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{shown}</pre>
    </div>
  );
}

/** The same call in every language. Radio buttons switch between them, so it works without JavaScript. */
export function CodeTabs({ title, samples }: { title: string; samples: Samples }) {
  const id = useId();
  const { language, key } = useExamples();
  const shown = (of: Language) => samples[of].replaceAll(keyPlaceholder, key);
  return (
    <div className="docs-code">
      <div>
        <fieldset>
          <legend className="sr-only">Language: {title}</legend>
          {languages.map(({ id: value, name }) => (
            <label key={value}>
              <input
                type="radio"
                name={id}
                value={value}
                checked={language === value}
                onChange={() => useExamples.setState({ language: value })}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <Copy text={shown(language)} title={title} />
      </div>
      {languages.map(({ id: value }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard
        <pre key={value} tabIndex={0} data-language={value}>
          {shown(value)}
        </pre>
      ))}
    </div>
  );
}

/**
 * Generates the samples from the call here, so that the page's data has the call once instead of one text per
 * language.
 */
export function CallTabs({ title, call }: { title: string; call: Call }) {
  return <CodeTabs title={title} samples={samplesOf(call)} />;
}

/** Rendered only once scripts run, because it does nothing without them. */
function Copy({ text, title }: { text: string; title: string }) {
  return useHydrated() && <CopyButton text={text} label={`Copy: ${title}`} />;
}

/** Creates an API key and fills it into the examples of the page; the key can be shown only this once. */
export function KeyFiller({ action, days }: { action: FormAction<MadeKey>; days: string }) {
  const { state, send } = useForm(action);
  const made = state.data;
  useEffect(() => {
    if (made) useExamples.setState({ key: made.key });
  }, [made]);
  if (made) {
    return (
      <div role="status" className="rounded-lg bg-success-soft px-4 py-3 text-sm text-success-ink">
        <p className="font-medium">Your key is in every example</p>
        <p className="mt-0.5">Copy it now: it is shown until you leave the reference, and stored nowhere.</p>
        <div className="mt-2.5 flex items-center gap-2 rounded-md bg-surface py-1 pr-1 pl-3 text-ink">
          <code className="min-w-0 flex-1 break-all font-mono text-xs">{made.key}</code>
          <CopyButton text={made.key} label="Copy the key" />
        </div>
      </div>
    );
  }
  return (
    <form action={send} className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <input type="hidden" name="name" value="Quickstart" />
      <input type="hidden" name="expiresInDays" value={days} />
      <SubmitButton variant="secondary">
        <KeyRound aria-hidden /> Create a key and fill it in
      </SubmitButton>
      <p className="text-muted text-sm">Good for {days} days; end it any time under API keys.</p>
      {state.error && (
        <p role="alert" className="text-danger-ink text-sm">
          {state.error}
        </p>
      )}
    </form>
  );
}
