import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthForm } from "#components/auth/auth-form.tsx";
import { AuthPage, emailInput } from "#components/auth/auth-page.tsx";
import { SocialButtons } from "#components/auth/social-buttons.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { socialProviders } from "#lib/auth/index.ts";
import { getUser } from "#lib/auth/page.ts";
import { safePath } from "#lib/auth/redirect.ts";
import { signIn, signInWith } from "../actions.ts";

interface SearchProps {
  searchParams: Promise<{ next?: string | string[]; reset?: string; address?: string; error?: string }>;
}

export const metadata: Metadata = { title: "Sign in" };

const notices: Record<string, { title?: string; text: string }> = {
  "reset-done": { text: "Your new password is set. Sign in with it." },
  "address-mailed": {
    title: "Look into your mailbox",
    text: "A link to confirm your address is on its way. Your trial begins with it.",
  },
  "address-confirmed": { text: "Your address is confirmed. Sign in, and the studio is yours." },
  expired: { text: "This link is no longer good. Sign in and have a new one sent." },
  provider: { text: "Signing in through that provider did not work. Try again, or use your email." },
};

export default async function SignInPage({ searchParams }: SearchProps) {
  const { next: wanted, reset, address, error } = await searchParams;
  const notice = error
    ? notices[address === "confirmed" ? "expired" : "provider"]
    : (notices[`address-${address}`] ?? notices[`reset-${reset}`]);
  const next = safePath(wanted);
  if (await getUser()) redirect(next);
  const query = new URLSearchParams({ next });
  return (
    <AuthPage
      title="Welcome back"
      description="Sign in to your studio."
      footer={
        <>
          New here? <TextLink href={`/sign-up?${query}`}>Create an account</TextLink>
        </>
      }
    >
      {notice && (
        <Callout tone={error ? "danger" : "success"} className="mb-5" title={notice.title}>
          {notice.text}
        </Callout>
      )}
      <SocialButtons providers={socialProviders()} action={signInWith} next={next} />
      <AuthForm
        action={signIn}
        hidden={{ next }}
        submitLabel="Sign in"
        inputs={[
          emailInput,
          {
            name: "password",
            label: "Password",
            type: "password",
            autoComplete: "current-password",
            aside: (
              <Link href="/forgot-password" className="rounded-sm hover:text-ink">
                Forgotten?
              </Link>
            ),
          },
        ]}
      />
    </AuthPage>
  );
}
