"use client";

import { Building2 } from "lucide-react";
import type { FormAction } from "#lib/auth/form.ts";
import type { ProviderId, SignInProvider } from "#lib/auth/providers.ts";
import { useTranslate } from "../language/language.tsx";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";
import { NextPathInput } from "./next-path.tsx";

interface SocialButtonsProps {
  providers: readonly SignInProvider[];
  action: FormAction;
  /** Whether a form for email and password follows. */
  withEmail: boolean;
}

/** Sign-in buttons for the configured providers; renders nothing if there are none. */
export function SocialButtons({ providers, action, withEmail }: SocialButtonsProps) {
  const t = useTranslate();
  const { state, send } = useForm(action);
  if (providers.length === 0) return null;
  return (
    <div className="mb-5">
      <Callout tone="danger" className="mb-3">
        {state.error}
      </Callout>
      <div className="space-y-2">
        {providers.map(({ id, name }) => (
          <form key={id} action={send}>
            <input type="hidden" name="provider" value={id} />
            <NextPathInput />
            <SubmitButton variant={id === "oidc" && !withEmail ? "primary" : "secondary"} className="w-full">
              <ProviderMark provider={id} />
              <span className="truncate">
                {id === "oidc"
                  ? t("Sign in with {provider}", { provider: name })
                  : t("Continue with {provider}", { provider: name })}
              </span>
            </SubmitButton>
          </form>
        ))}
      </div>
      {withEmail && (
        <div className="mt-5 flex items-center gap-3 text-faint text-xs">
          <span className="h-px flex-1 bg-line" />
          {t("or by email")}
          <span className="h-px flex-1 bg-line" />
        </div>
      )}
    </div>
  );
}

const markPaths: Record<Exclude<ProviderId, "oidc">, string> = {
  google:
    "M21.35 11.1H12v3.83h5.35c-.5 2.46-2.55 3.83-5.35 3.83a6.16 6.16 0 1 1 3.97-10.85l2.85-2.85A10 10 0 1 0 12 22c5 0 9.55-3.64 9.55-10 0-.3-.07-.6-.2-.9Z",
  github:
    "M12 2a10 10 0 0 0-3.16 19.49c.5.09.68-.22.68-.48v-1.87c-2.78.6-3.37-1.18-3.37-1.18-.45-1.16-1.11-1.47-1.11-1.47-.9-.62.07-.6.07-.6 1 .07 1.53 1.03 1.53 1.03.9 1.52 2.34 1.08 2.91.83.1-.65.35-1.09.63-1.34-2.22-.25-4.55-1.11-4.55-4.94 0-1.1.39-1.99 1.03-2.69-.1-.25-.45-1.27.1-2.64 0 0 .84-.27 2.75 1.02a9.6 9.6 0 0 1 5 0c1.91-1.3 2.75-1.02 2.75-1.02.55 1.37.2 2.39.1 2.64.64.7 1.03 1.6 1.03 2.69 0 3.84-2.34 4.68-4.57 4.93.36.31.68.92.68 1.85V21c0 .27.18.58.69.48A10 10 0 0 0 12 2Z",
};

function ProviderMark({ provider }: { provider: ProviderId }) {
  if (provider === "oidc") return <Building2 aria-hidden />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden fill="currentColor">
      <path d={markPaths[provider]} />
    </svg>
  );
}
