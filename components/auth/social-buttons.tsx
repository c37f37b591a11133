"use client";

import { useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/action.ts";
import type { SocialProvider } from "#lib/auth/index.ts";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { ProviderMark } from "./provider-mark.tsx";

const names: Record<SocialProvider, string> = { google: "Google", github: "GitHub" };

interface SocialButtonsProps {
  providers: readonly SocialProvider[];
  action: FormAction;
  next: string;
}

/** Sign-in by the providers that this deployment is configured for; nothing when there are none. */
export function SocialButtons({ providers, action, next }: SocialButtonsProps) {
  const [state, send] = useActionState<FormState, FormData>(action, {});
  if (providers.length === 0) return null;
  return (
    <div className="mb-5">
      {state.error && (
        <Callout tone="danger" className="mb-3">
          {state.error}
        </Callout>
      )}
      <div className="space-y-2">
        {providers.map((provider) => (
          <form key={provider} action={send}>
            <input type="hidden" name="provider" value={provider} />
            <input type="hidden" name="next" value={next} />
            <SubmitButton variant="secondary" className="w-full">
              <ProviderMark provider={provider} />
              Continue with {names[provider]}
            </SubmitButton>
          </form>
        ))}
      </div>
      <div className="mt-5 flex items-center gap-3 text-faint text-xs">
        <span className="h-px flex-1 bg-line" />
        or by email
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}
