"use client";

import type { ComponentProps, ReactNode } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import type { FormAction } from "#lib/auth/form.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../language/language.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";

interface ConfirmNoticeProps {
  email: string;
  resend: FormAction;
}

/** The trial starts with a confirmation link: shows the mail address and offers to send the link again. */
export function ConfirmNotice({ email, resend }: ConfirmNoticeProps) {
  const t = useTranslate();
  return (
    <Notice>
      <ProofCallout
        tone="warn"
        title={t("Confirm your address")}
        resend={resend}
        label={t("Send the link again")}
      >
        {t("Your trial starts when you click the link that we mailed to {email}.", { email })}
      </ProofCallout>
    </Notice>
  );
}

interface ProofCalloutProps extends Pick<ComponentProps<typeof Callout>, "tone" | "title" | "className"> {
  resend: FormAction;
  label: string;
  children: string;
}

/** A message about an unconfirmed mail address, with a button that sends the link again. */
export function ProofCallout({ resend, label, children, ...callout }: ProofCalloutProps) {
  const t = useTranslate();
  const { state, send, isDone } = useForm(resend);
  return (
    <Callout
      {...callout}
      actions={
        <form action={send}>
          <SubmitButton variant="secondary" size="sm">
            {label}
          </SubmitButton>
        </form>
      }
    >
      <p>{children}</p>
      <p role="status">{isDone && t("A new link has been sent. It is valid for one day.")}</p>
      {state.error && <p role="alert">{state.error}</p>}
    </Callout>
  );
}

interface SubscriptionNoticeProps extends Pick<AccountState, "status" | "trialRefusal" | "trialDaysLeft"> {
  /** The account had a trial but never a paid plan. */
  hadOnlyTrial: boolean;
  /** Whether plans are for sale here. */
  hasPlans: boolean;
}

/** The account's notice at the top of every page, if there is one. */
export function SubscriptionNotice(props: SubscriptionNoticeProps) {
  const t = useTranslate();
  const message = messageFor(props, t);
  if (!message) return null;
  return (
    <Notice>
      <Callout
        tone="warn"
        title={message.title}
        actions={
          <ButtonLink href="/billing" variant="secondary" size="sm">
            {message.action}
          </ButtonLink>
        }
      >
        {message.text}
      </Callout>
    </Notice>
  );
}

/** A landmark outside the page's main element. */
function Notice({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return <section aria-label={t("About your account")}>{children}</section>;
}

function messageFor(
  { status, trialDaysLeft, trialRefusal, hadOnlyTrial, hasPlans }: SubscriptionNoticeProps,
  t: Translate,
) {
  if (!hasPlans) {
    if (status !== "canceled") return null;
    const text = t(
      "Your photos stay yours. The operator of this installation can give you credits for new ones.",
    );
    return { title: t("This account has no allowance"), text, action: t("See your credits") };
  }
  if (status === "canceled") {
    const action = t("Choose a plan");
    if (trialRefusal === "mailbox") {
      const text = t("This mailbox had its trial with another account. Choose a plan to make photos.");
      return { title: t("There is no trial for this account"), text, action };
    }
    if (trialRefusal === "address") {
      const text = t(
        "Several trials began from your network today. Choose a plan to make photos, or ask the operator.",
      );
      return { title: t("There is no trial for this account"), text, action };
    }
    const text = t("Your photos stay yours. Choose a plan to make new ones.");
    return { title: hadOnlyTrial ? t("Your trial has ended") : t("You have no active plan"), text, action };
  }
  if (status === "past_due") {
    return {
      title: t("Your last payment did not go through"),
      text: t("New photos wait until it does."),
      action: t("Update the payment method"),
    };
  }
  if (status === "trialing" && trialDaysLeft !== null && trialDaysLeft <= 2) {
    return {
      title:
        trialDaysLeft <= 1
          ? t("Your trial ends within a day")
          : t("Your trial ends in {days} days", { days: trialDaysLeft }),
      text: t("Choose a plan to keep making photos after it."),
      action: t("See plans"),
    };
  }
  return null;
}
