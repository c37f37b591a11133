"use client";

import { KeyRound } from "lucide-react";
import { useActionState, useEffect } from "react";
import type { FormAction, FormState } from "#lib/auth/action.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { fillKey } from "./key-store.ts";

interface MadeKey {
  key: string;
  name: string;
}

/** Makes a key and fills it into the examples of the page: the only time that it can be shown. */
export function KeyFiller({ action }: { action: FormAction<MadeKey> }) {
  const [state, send] = useActionState<FormState<MadeKey>, FormData>(action, {});
  const made = state.data;
  useEffect(() => {
    if (made) fillKey(made.key);
  }, [made]);
  if (made) {
    return (
      <div role="status" className="rounded-lg bg-success-soft px-4 py-3 text-sm text-success-ink">
        <p className="font-medium">Your key is in every example on this page</p>
        <p className="mt-0.5">Copy it now: it is shown until you leave the page, and stored nowhere.</p>
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
      <input type="hidden" name="expiresInDays" value="30" />
      <SubmitButton variant="secondary">
        <KeyRound aria-hidden /> Make a key and fill it in
      </SubmitButton>
      <p className="text-muted text-sm">Good for 30 days; end it any time under API keys.</p>
      {state.error && (
        <p role="alert" className="text-danger-ink text-sm">
          {state.error}
        </p>
      )}
    </form>
  );
}
