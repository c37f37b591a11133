import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, emailInput, newPasswordInput } from "#components/auth/auth-page.tsx";
import { SocialButtons } from "#components/auth/social-buttons.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { trialOffer } from "#lib/accounts/trial.ts";
import { socialProviders } from "#lib/auth/index.ts";
import { getUser } from "#lib/auth/page.ts";
import { safePath } from "#lib/auth/redirect.ts";
import { signInWith, signUp } from "../actions.ts";

interface SearchProps {
  searchParams: Promise<{ next?: string | string[] }>;
}

export const metadata: Metadata = { title: "Create an account" };

export default async function SignUpPage({ searchParams }: SearchProps) {
  const next = safePath((await searchParams).next);
  if (await getUser()) redirect(next);
  const query = new URLSearchParams({ next });
  return (
    <AuthPage
      title="Create your studio"
      description={trialOffer() ?? "It takes a minute."}
      footer={
        <>
          Already have an account? <TextLink href={`/sign-in?${query}`}>Sign in</TextLink>
        </>
      }
    >
      <SocialButtons providers={socialProviders()} action={signInWith} next={next} />
      <AuthForm
        action={signUp}
        hidden={{ next }}
        submitLabel="Create account"
        inputs={[
          { name: "name", label: "Name", type: "text", autoComplete: "name" },
          emailInput,
          newPasswordInput("Password"),
        ]}
      />
    </AuthPage>
  );
}
