"use client";

import { type ReactNode, useActionState } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../language/language.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton } from "../ui/form.tsx";

interface ConfirmNoticeProps {
  email: string;
  resend: FormAction;
}

/** The trial starts with a confirmation link: shows the mail address and offers to send the link again. */
export function ConfirmNotice({ email, resend }: ConfirmNoticeProps) {
  const t = useTranslate();
  const [state, send] = useActionState<FormState, FormData>(resend, {});
  const sent = state.values !== undefined && !state.error;
  return (
    <Notice>
      <Callout
        tone="warn"
        title={t("Confirm your address")}
        actions={
          <form action={send}>
            <SubmitButton variant="secondary" size="sm">
              {t("Send the link again")}
            </SubmitButton>
          </form>
        }
      >
        <p>{t("Your trial starts when you click the link that we mailed to {email}.", { email })}</p>
        <p role="status">{sent && t("A new link has been sent. It is valid for one day.")}</p>
        {state.error && <p role="alert">{state.error}</p>}
      </Callout>
    </Notice>
  );
}

interface SubscriptionNoticeProps extends Pick<AccountState, "status" | "trialRefusal" | "trialDaysLeft"> {
  /** The account had a trial but never a paid plan. */
  hadOnlyTrial: boolean;
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
  { status, trialDaysLeft, trialRefusal, hadOnlyTrial }: SubscriptionNoticeProps,
  t: Translate,
) {
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
