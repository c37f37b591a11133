"use client";

import { useActionState } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import type { FormAction, FormState } from "#lib/auth/action.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton } from "../ui/form.tsx";

interface ConfirmNoticeProps {
  email: string;
  resend: FormAction;
}

/** The trial waits for a click in a mail: says where it went, and sends it again. */
export function ConfirmNotice({ email, resend }: ConfirmNoticeProps) {
  const [state, send] = useActionState<FormState, FormData>(resend, {});
  const sent = state.values !== undefined && !state.error;
  return (
    <Callout
      tone="warn"
      title="Confirm your address"
      actions={
        <form action={send}>
          <SubmitButton variant="secondary" size="sm">
            Send the link again
          </SubmitButton>
        </form>
      }
    >
      <p>Your trial begins with a click on the link that we mailed to {email}.</p>
      <p role="status">{sent && "A new link is on its way. It is good for a day."}</p>
      {state.error && <p role="alert">{state.error}</p>}
    </Callout>
  );
}

type SubscriptionNoticeProps = Pick<AccountState, "status" | "trialRefusal" | "trialDaysLeft">;

/** What the account needs to hear on every page; nothing while all is well. */
export function SubscriptionNotice(props: SubscriptionNoticeProps) {
  const message = messageFor(props);
  if (!message) return null;
  return (
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
  );
}

const noTrial = {
  mailbox: "This mailbox had its trial with another account. Choose a plan to make photos.",
  address: "Several trials began from your network today. Choose a plan to make photos, or ask the operator.",
};

function messageFor({ status, trialDaysLeft, trialRefusal }: SubscriptionNoticeProps) {
  if (status === "canceled") {
    return {
      title: trialRefusal ? "There is no trial for this account" : "You have no active plan",
      text: trialRefusal ? noTrial[trialRefusal] : "Your photos stay yours. Choose a plan to make new ones.",
      action: "Choose a plan",
    };
  }
  if (status === "past_due") {
    return {
      title: "Your last payment did not go through",
      text: "New photos wait until it does.",
      action: "Mend the payment",
    };
  }
  if (status === "trialing" && trialDaysLeft !== null && trialDaysLeft <= 2) {
    return {
      title: trialDaysLeft <= 1 ? "Your trial ends within a day" : `Your trial ends in ${trialDaysLeft} days`,
      text: "Choose a plan to keep making photos after it.",
      action: "See plans",
    };
  }
  return null;
}
