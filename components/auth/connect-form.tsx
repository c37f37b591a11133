"use client";

import { Check } from "lucide-react";
import type { FormAction } from "#lib/auth/form.ts";
import type { Scope } from "#lib/contract/keys/scopes.ts";
import { useTranslate } from "../language/language.tsx";
import { Callout } from "../ui/callout.tsx";
import { PasswordField, SubmitButton, useForm } from "../ui/form.tsx";
import { describeScope } from "./scope-words.ts";

interface ConnectFormProps {
  action: FormAction;
  /** The signed request of the app. */
  query: string;
  scopes: readonly Scope[];
  email: string;
  asksPassword: boolean;
}

/** Asks whether an app may act for the account. */
export function ConnectForm({ action, query, scopes, email, asksPassword }: ConnectFormProps) {
  const t = useTranslate();
  const { state, send } = useForm(action);
  return (
    <form action={send} className="space-y-5">
      <Callout tone="danger">{state.error}</Callout>
      <input type="hidden" name="query" value={query} />
      <div>
        <p className="font-medium text-sm">{t("For {email} it may", { email })}</p>
        <ul className="mt-2 space-y-1.5 text-sm">
          {scopes.map((scope) => (
            <li key={scope} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success-ink" />
              {describeScope(scope, t)}
            </li>
          ))}
        </ul>
        <p className="mt-3 text-muted text-sm">
          {t(
            "What it orders is paid with your credits. Revoke it any time under API keys, where it can get a monthly limit.",
          )}
        </p>
      </div>
      {asksPassword && <PasswordField error={state.fieldErrors?.password} />}
      <div className="flex gap-2">
        <SubmitButton name="answer" value="allow" className="flex-1">
          {t("Allow")}
        </SubmitButton>
        <SubmitButton name="answer" value="refuse" variant="secondary" className="flex-1">
          {t("Refuse")}
        </SubmitButton>
      </div>
    </form>
  );
}
