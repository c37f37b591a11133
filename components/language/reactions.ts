import type { AccountState } from "#lib/accounts/state.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import type { Translate } from "./translate.ts";

/** What went wrong and what to do about it. */
export interface Fault {
  message: string;
  fix: string | undefined;
}

/** What blocks every order of an account until its owner acts. */
export type Obstacle = "signed_out" | "credits" | "plan";

interface Reaction {
  /** For languages other than English; without it the service's own text is shown. */
  words?: (t: Translate, problem: Fault) => Fault;
  obstacle?: Obstacle;
  /** The same request is retried automatically, and this is shown meanwhile. */
  pause?: "being_taken" | "busy";
}

const signedOut: Reaction = {
  obstacle: "signed_out",
  words: (t) => ({ message: t("You are signed out."), fix: t("Sign in again, then repeat this.") }),
};

const brokenService: Reaction = {
  words: (t) => ({ message: t("Something went wrong on our side."), fix: t("Try again in a moment.") }),
};

/** How the pages react to each code of the service, and their text. */
const reactions: Readonly<Record<ErrorCode | "unknown", Reaction>> = {
  missing_api_key: signedOut,
  invalid_api_key: signedOut,
  insufficient_credits: {
    obstacle: "credits",
    words: (t) => ({
      message: t("Your credits do not cover this. Nothing was charged."),
      fix: t("Buy a top-up or move to a larger plan, then try again."),
    }),
  },
  no_active_subscription: {
    obstacle: "plan",
    words: (t) => ({
      message: t("This needs an active plan."),
      fix: t("Start or renew a subscription, then try again."),
    }),
  },
  rate_limited: {
    pause: "busy",
    words: (t) => ({
      message: t("Too many requests in a minute."),
      fix: t("Wait a moment, then try again."),
    }),
  },
  idempotency_in_progress: {
    pause: "being_taken",
    words: (t) => ({ message: t("This is being done already."), fix: t("Wait a moment, then try again.") }),
  },
  overloaded: {
    words: (t) => ({
      message: t("The studio is busy. Nothing was charged."),
      fix: t("Wait a moment, then try again."),
    }),
  },
  generation_failed: {
    words: (t) => ({
      message: t("The picture could not be made."),
      fix: t("The credits were refunded. Try again, or use another picture."),
    }),
  },
  not_cancelable: {
    words: (t) => ({
      message: t("The work has begun or ended, so it cannot be canceled."),
      fix: t("Let the work finish, then delete its result if you do not want it."),
    }),
  },
  not_found: {
    words: (t) => ({ message: t("This is no longer there."), fix: t("Load the page anew.") }),
  },
  internal_error: brokenService,
  // An answer of something before the service.
  unknown: brokenService,
  // Its fix is for those who write requests.
  invalid_params: { words: (_t, { message }) => ({ message, fix: undefined }) },
  idempotency_mismatch: {},
  method_not_allowed: {},
};

/** The reaction to a code; none to one that a newer version of the service knows. */
export function reactionTo(code: string): Reaction {
  const known: Readonly<Record<string, Reaction>> = reactions;
  return Object.hasOwn(reactions, code) ? (known[code] ?? {}) : {};
}

/** Whether the response to a request may still arrive under its key. */
export function isPending({ code }: { code: string }): boolean {
  return reactionTo(code).pause === "being_taken";
}

/** The obstacle that a problem is; null for a problem of one request, and for none. */
export function obstacleOf(problem: { code: string } | null): Obstacle | null {
  return (problem && reactionTo(problem.code).obstacle) ?? null;
}

/** An account as a page knows it. */
export interface Standing {
  /** What it has to spend. */
  total: number;
  /** Of its subscription. */
  status: AccountState["status"];
}

interface WayOut {
  title: (t: Translate, standing: Standing) => string;
  link: (t: Translate, standing: Pick<Standing, "status">) => { label: string; href: string };
  /** When waiting orders are sent automatically. */
  describeWaiting: (t: Translate) => string;
  /** After they were sent. */
  describeRetry: (t: Translate, photos: number) => string;
  /** `isReturn`: the page was opened with the order waiting. */
  isGone: (standing: Standing & { credits: number; isReturn: boolean }) => boolean;
}

/** Title, action and retry of each obstacle. */
export const waysOut: Readonly<Record<Obstacle, WayOut>> = {
  signed_out: {
    title: (t) => t("You are signed out"),
    link: (t) => ({ label: t("Sign in"), href: "/sign-in?next=%2Fstudio" }),
    describeWaiting: (t) => t("It goes on by itself when you are signed in."),
    describeRetry: (t, photos) =>
      t(
        "You are signed in again. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      ),
    // Only signed-in users get this page.
    isGone: ({ isReturn }) => isReturn,
  },
  credits: {
    title: (t, { total }) =>
      total > 0 ? t("Your credits are not enough for this") : t("Your credits ran out"),
    link: (t) => ({ label: t("Get credits"), href: "/billing" }),
    describeWaiting: (t) => t("It goes on by itself when there are enough credits."),
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
    describeWaiting: (t) => t("It goes on by itself when your plan is active."),
    describeRetry: (t, photos) =>
      t(
        "Your plan is active. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      ),
    isGone: ({ status, isReturn }) => isReturn && (status === "active" || status === "trialing"),
  },
};
