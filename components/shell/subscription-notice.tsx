import { ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";

interface SubscriptionNoticeProps {
  status: "active" | "canceled" | "past_due" | "trialing";
  /** Why there was no trial; null when there was one, or will be. */
  trialRefusal: "mailbox" | "address" | null;
  /** Days until the trial ends, rounded up; null when there is no such date. */
  trialDaysLeft: number | null;
}

/** What the account needs to hear on every page; nothing while all is well. */
export function SubscriptionNotice(props: SubscriptionNoticeProps) {
  const message = messageFor(props);
  if (!message) return null;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6 lg:px-8">
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
    </div>
  );
}

const noTrial = {
  mailbox: "This mailbox had its trial with another account. Choose a plan to make photos.",
  address: "Several trials began from your network today. Choose a plan to make photos, or ask the operator.",
};

function messageFor({ status, trialDaysLeft, trialRefusal }: SubscriptionNoticeProps) {
  if (status === "canceled" && trialRefusal) {
    return {
      title: "There is no trial for this account",
      text: noTrial[trialRefusal],
      action: "Choose a plan",
    };
  }
  if (status === "canceled") {
    return {
      title: "You have no active plan",
      text: "Your photos stay yours. Choose a plan to make new ones.",
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
