"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { maxUrlLength, maxWebhookDescriptionLength } from "#lib/contract/limits.ts";
import { allEvents, webhookEvents, webhookEventTypes } from "#lib/contract/webhooks/events.ts";
import { describeFieldFault } from "../language/faults.ts";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { Callout } from "../ui/callout.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Checkbox, Field } from "../ui/field.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";

type EventChoice = (typeof webhookEventTypes)[number] | typeof allEvents;

export interface EndpointFields {
  url: string;
  description: string;
  events: EventChoice[];
}

interface EndpointFormProps {
  start?: EndpointFields;
  submitLabel: ReactNode;
  onSend: (fields: EndpointFields) => Promise<void>;
}

const nothingYet: EndpointFields = { url: "", description: "", events: [allEvents] };

export function EndpointForm({ start = nothingYet, submitLabel, onSend }: EndpointFormProps) {
  const language = useLanguage();
  const { t } = language;
  const [events, setEvents] = useState<readonly EventChoice[]>(start.events);
  const { state, send } = useForm(async (_before, form) => {
    const textOf = (name: string) => String(form.get(name) ?? "").trim();
    const values = { url: textOf("url"), description: textOf("description") };
    try {
      await onSend({ ...values, events: [...events] });
      return {};
    } catch (error) {
      return { error: describeFieldFault(error, language), values };
    }
  });
  const { url, description } = state.values ?? start;

  return (
    <form action={send} className="space-y-4">
      <Callout tone="danger">{state.error}</Callout>
      <Field
        label={t("Address")}
        name="url"
        type="url"
        required
        maxLength={maxUrlLength}
        defaultValue={url}
        placeholder="https://shop.example/webhooks/photos"
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label={t("Description")}
        name="description"
        maxLength={maxWebhookDescriptionLength}
        defaultValue={description}
        placeholder={t("Shop backend")}
        autoComplete="off"
        aside={t("Optional")}
      />
      <EventChoices chosen={events} onChoose={setEvents} />
      <div className="flex justify-end pt-1">
        <SubmitButton disabled={events.length === 0}>{submitLabel}</SubmitButton>
      </div>
    </form>
  );
}

interface EventChoicesProps {
  chosen: readonly EventChoice[];
  onChoose: (events: readonly EventChoice[]) => void;
}

function EventChoices({ chosen, onChoose }: EventChoicesProps) {
  const t = useTranslate();
  const isAll = chosen.includes(allEvents);
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{t("Events")}</legend>
      <div className="divide-y divide-line rounded-md border border-line-strong bg-surface shadow-card">
        <Checkbox
          className="px-3 py-2.5"
          label={t("Every event")}
          hint={t("Including types that are added later.")}
          checked={isAll}
          onChange={({ target }) => onChoose(target.checked ? [allEvents] : webhookEventTypes)}
        />
        {!isAll &&
          webhookEventTypes.map((type) => (
            <Checkbox
              key={type}
              className="px-3 py-2.5"
              label={<span className="font-mono text-xs">{type}</span>}
              hint={t(webhookEvents[type])}
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
              }
            />
          ))}
      </div>
    </fieldset>
  );
}

/** Shows a signing secret, which can be seen only once. */
export function SecretBox({ secret, children }: { secret: string; children: string }) {
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="outline-none">
      <p className="text-muted text-sm">{children}</p>
      <div className="mt-3 flex items-center gap-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3.5">
        <code data-testid="webhook-secret" className="min-w-0 flex-1 break-all font-mono text-sm">
          {secret}
        </code>
        <CopyButton text={secret} variant="primary">
          {t("Copy secret")}
        </CopyButton>
      </div>
    </div>
  );
}
