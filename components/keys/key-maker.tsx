"use client";

import { KeyRound, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { FormAction } from "#lib/auth/form.ts";
import { defaultScopes } from "#lib/contract/keys/scopes.ts";
import { keyLifetimesDays, maxKeyNameLength } from "#lib/contract/limits.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Checkbox, Field, SelectField } from "../ui/field.tsx";
import { PasswordField, SubmitButton, useForm } from "../ui/form.tsx";
import { Permissions } from "./permissions.tsx";

export interface MadeKey {
  key: string;
  name: string;
}

interface KeyMakerProps {
  action: FormAction<MadeKey>;
  baseUrl: string;
  /** The session is older than a few minutes, so the owner must enter the password. */
  asksPassword: boolean;
}

export function KeyMaker({ action, baseUrl, asksPassword }: KeyMakerProps) {
  const t = useTranslate();
  const { state, send } = useForm(action);
  const [seen, setSeen] = useState<string | null>(null);
  const made = state.data && state.data.key !== seen ? state.data : null;
  if (made) return <NewKey made={made} baseUrl={baseUrl} onDone={() => setSeen(made.key)} />;
  return (
    <Card padded>
      <Callout tone="danger" className="mb-4">
        {state.error}
      </Callout>
      <form action={send} className="flex flex-wrap items-start gap-x-3 gap-y-4">
        <div className="min-w-0 flex-1 basis-full sm:basis-56">
          <Field
            label={t("Name")}
            name="name"
            required
            maxLength={maxKeyNameLength}
            placeholder={t("Shop backend")}
            autoComplete="off"
            error={state.fieldErrors?.name}
            defaultValue={state.error || state.fieldErrors ? state.values?.name : undefined}
          />
        </div>
        <div className="basis-full sm:basis-44">
          <SelectField
            label={t("Expiry")}
            name="expiresInDays"
            defaultValue="never"
            className="h-10 px-3"
            options={[
              ["never", t("Never expires")],
              ...keyLifetimesDays.map(
                (days) =>
                  [
                    days,
                    days === "365" ? t("Expires in a year") : t("Expires in {days} days", { days }),
                  ] as const,
              ),
            ]}
          />
        </div>
        {(asksPassword || state.fieldErrors?.password) && (
          <div className="min-w-0 basis-full sm:basis-56">
            <PasswordField required error={state.fieldErrors?.password} />
          </div>
        )}
        <div className="order-last basis-full">
          <details className="group">
            <summary className="w-fit cursor-pointer text-muted text-sm hover:text-ink">
              {t("More options")}
            </summary>
            <div className="mt-4 space-y-4">
              <Checkbox
                name="isTest"
                label={t("For test mode: free, with watermarked photos and separate credits and photos.")}
              />
              <Permissions
                scopes={defaultScopes}
                limit={null}
                limitError={state.fieldErrors?.maxCreditsPerMonth}
              />
            </div>
          </details>
        </div>
        <SubmitButton className="h-10 max-sm:w-full sm:mt-[1.6875rem]">
          <Plus aria-hidden /> {t("Create a key")}
        </SubmitButton>
      </form>
    </Card>
  );
}

function NewKey({ made, baseUrl, onDone }: { made: MadeKey; baseUrl: string; onDone: () => void }) {
  const t = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const line = `curl ${baseUrl}/api/v1/credits -H "Authorization: Bearer ${made.key}"`;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="animate-rise-in rounded-lg border border-accent-ink/40 bg-surface p-5 shadow-card outline-none"
    >
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <KeyRound aria-hidden className="size-4.5 text-accent-ink" />
        {t("Your new key “{name}”", { name: made.name })}
      </h2>
      <p className="mt-1 text-muted text-sm">
        {t(
          "Copy it now: it is shown this once, and stored nowhere. Keep it out of browsers and repositories.",
        )}
      </p>
      <div className="mt-4 flex items-center gap-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3.5">
        <code data-testid="new-key" className="min-w-0 flex-1 break-all font-mono text-sm">
          {made.key}
        </code>
        <CopyButton text={made.key} variant="primary">
          {t("Copy key")}
        </CopyButton>
      </div>
      <p className="mt-5 font-medium text-sm">{t("Try it in a terminal")}</p>
      <div className="mt-1.5 flex items-start gap-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3.5">
        <code data-testid="curl-line" className="min-w-0 flex-1 break-all py-1 font-mono text-xs">
          {line}
        </code>
        <CopyButton text={line} label={t("Copy the curl line")} />
      </div>
      <div className="mt-5 flex justify-end">
        <Button variant="secondary" onClick={onDone}>
          {t("I have copied it")}
        </Button>
      </div>
    </div>
  );
}
