import type { AccountState } from "#lib/accounts/state.ts";
import type { Translate } from "#lib/language/translate.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import type { Reason, ReasonKey } from "#lib/platform/reasons.ts";

/** A reason that blocks every order of an account until its owner acts. */
export type Obstacle = "signed_out" | "credits" | "plan";

interface Reaction {
  obstacle?: Obstacle;
  /** The request is retried automatically; meanwhile the page shows this state. */
  pause?: "in_progress" | "busy";
  /** The price is higher than the page showed: the page requests it again. */
  isPriceChange?: true;
}

interface Problem {
  code: string;
  reason?: Reason | null;
}

/** How pages react to error codes of the service; they only show all other errors. */
const reactions: ReadonlyMap<string, Reaction> = new Map<ErrorCode, Reaction>([
  ["missing_api_key", { obstacle: "signed_out" }],
  ["invalid_api_key", { obstacle: "signed_out" }],
  ["insufficient_credits", { obstacle: "credits" }],
  ["no_active_subscription", { obstacle: "plan" }],
  ["rate_limited", { pause: "busy" }],
  ["idempotency_in_progress", { pause: "in_progress" }],
]);

/** Reasons whose reaction differs from that of their code. */
const reactionsToReasons: Partial<Record<ReasonKey, Reaction>> = {
  max_credits_exceeded: { isPriceChange: true },
  // Signing in again does not help.
  key_account_suspended: {},
  key_account_deleted: {},
};

export function reactionTo({ code, reason }: Problem): Reaction {
  return (reason && reactionsToReasons[reason.reason]) ?? reactions.get(code) ?? {};
}

/** Whether a retry under the same idempotency key may still return the response. */
export function isPending(problem: Problem): boolean {
  return reactionTo(problem).pause === "in_progress";
}

/** The obstacle behind a problem; null without a problem, or if it concerns only one request. */
export function obstacleOf(problem: Problem | null): Obstacle | null {
  return (problem && reactionTo(problem).obstacle) ?? null;
}

export interface AccountFacts {
  /** Balance in credits. */
  total: number;
  /** Status of the subscription. */
  status: AccountState["status"];
  /** Credits that waiting orders need beyond the balance. */
  missing: number;
}

interface Recovery {
  title: (t: Translate, account: AccountFacts) => string;
  link: (t: Translate, account: Pick<AccountFacts, "status" | "missing">) => { label: string; href: string };
  /** Explains when waiting orders are sent automatically. */
  describeWaiting: (t: Translate) => string;
  /** Reports that the waiting orders were sent. */
  describeRetry: (t: Translate, photos: number) => string;
  /** Whether the obstacle is gone. `isReturn`: the page was opened with the order already waiting. */
  isGone: (account: Omit<AccountFacts, "missing"> & { credits: number; isReturn: boolean }) => boolean;
}

/** For each obstacle: the title, the action that removes it, and when to retry. */
export const recoveries: Readonly<Record<Obstacle, Recovery>> = {
  signed_out: {
    title: (t) => t("You are signed out"),
    link: (t) => ({ label: t("Sign in"), href: "/sign-in?next=%2Fstudio" }),
    describeWaiting: (t) => t("It continues automatically when you are signed in."),
    describeRetry: (t, photos) =>
      t(
        "You are signed in again. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      ),
    // Only signed-in users can open this page.
    isGone: ({ isReturn }) => isReturn,
  },
  credits: {
    title: (t, { total }) =>
      total > 0 ? t("Your credits are not enough for this") : t("Your credits ran out"),
    link: (t, { missing }) => ({ label: t("Get credits"), href: billingPath(missing) }),
    describeWaiting: (t) => t("It continues automatically when there are enough credits."),
    describeRetry: (t, photos) =>
      t(
        "Your credits are here. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      ),
    isGone: ({ total, credits }) => total >= credits,
  },
  plan: {
    title: (t, { status }) =>
      status === "past_due"
        ? t("Your last payment did not go through")
        : t("Making photos needs an active plan"),
    link: (t, { status }) => ({
      label: status === "past_due" ? t("Update the payment method") : t("Choose a plan"),
      href: "/billing",
    }),
    describeWaiting: (t) => t("It continues automatically when your plan is active."),
    describeRetry: (t, photos) =>
      t(
        "Your plan is active. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      ),
    isGone: ({ status, isReturn }) => isReturn && (status === "active" || status === "trialing"),
  },
};

/** The billing page, with an offer that covers the missing credits. */
export function billingPath(missingCredits: number): string {
  return missingCredits > 0 ? `/billing?need=${missingCredits}` : "/billing";
}
