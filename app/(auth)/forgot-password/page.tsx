import { MailCheck } from "lucide-react";
import type { Metadata } from "next";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, emailInput } from "#components/auth/auth-page.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { requestReset } from "../actions.ts";

export const metadata: Metadata = { title: "Forgotten password" };

export default function ForgotPasswordPage() {
  return (
    <AuthPage
      title="Forgotten your password?"
      description="We mail you a link to choose a new one."
      footer={<TextLink href="/sign-in">Back to sign in</TextLink>}
    >
      <AuthForm
        action={requestReset}
        submitLabel="Mail me the link"
        inputs={[emailInput]}
        done={
          <div role="status" className="flex gap-3 rounded-lg bg-success-soft p-4 text-sm text-success-ink">
            <MailCheck aria-hidden className="size-5 shrink-0" />
            <p>If there is an account with this address, the link is on its way. It is good for an hour.</p>
          </div>
        }
      />
    </AuthPage>
  );
}
