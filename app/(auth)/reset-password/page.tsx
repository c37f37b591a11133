import type { Metadata } from "next";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, newPasswordInput } from "#components/auth/auth-page.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { resetPassword } from "../actions.ts";

/** The token stands in the address: it must not travel on to other pages. */
export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

interface SearchProps {
  searchParams: Promise<{ token?: string | string[] }>;
}

export default async function ResetPasswordPage({ searchParams }: SearchProps) {
  const { token } = await searchParams;
  const footer = <TextLink href="/forgot-password">Ask for a new link</TextLink>;
  if (typeof token !== "string" || token === "") {
    return (
      <AuthPage
        title="This link is not whole"
        description="Open the link in the mail again, or ask for a new one."
      >
        {footer}
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Choose a new password"
      description="You will be signed out everywhere else."
      footer={footer}
    >
      <AuthForm
        action={resetPassword}
        hidden={{ token }}
        submitLabel="Set the password"
        inputs={[newPasswordInput("New password")]}
      />
    </AuthPage>
  );
}
