"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import { describeServiceProblem, type ServiceProblem } from "../../language/faults.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import type { Language, Translate } from "../../language/translate.ts";
import { type Balance, useBalance } from "../../shell/balance.tsx";
import { Button, ButtonLink, IconButton } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useHydrated } from "../../ui/time.tsx";
import { isSignedOut } from "../state.ts";
import { useStudio, useStudioState } from "../store.ts";
import type { Unsent } from "./request.ts";
import { refusedSummary } from "./summary.ts";

interface UnsentNoticeProps {
  balance: Balance;
  /** Of the subscription when the page was rendered. */
  status: AccountState["status"];
}

type Reason = "signed_in" | "credits" | "plan";

/** Refused orders with reason and action. They wait here and are sent again when the reason is gone. */
export function UnsentNotice({ balance, status }: UnsentNoticeProps) {
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const unsent = useStudioState((state) => state.unsent);
  const { total } = useBalance(balance);
  const { problem, photos, credits } = refusedSummary(unsent);
  const [resumed, setResumed] = useAutomaticRetry({ problem, credits, photos, total, status });
  const note = unsent.find((order) => order.note !== null)?.note;
  if (problem) {
    const { title, text, action } = describeRefusal(problem, { language, total, status });
    return (
      <Notice>
        <Callout
          tone="warn"
          className="mb-4"
          title={title}
          actions={
            <>
              <Button variant="ghost" size="sm" onClick={studio.discardUnsent}>
                {t("Discard")}
              </Button>
              <Button variant="secondary" size="sm" onClick={studio.retryUnsent}>
                {t("Try again")}
              </Button>
              {action && (
                <ButtonLink href={action.href} size="sm">
                  {action.label}
                </ButtonLink>
              )}
            </>
          }
        >
          {text ?? describeWaiting(t, photos, problem)}
        </Callout>
      </Notice>
    );
  }
  if (note) {
    return (
      <Notice>
        <Callout className="mb-4">{describeNote(note, t)}</Callout>
      </Notice>
    );
  }
  if (!resumed) return null;
  return (
    <Notice>
      <Callout
        tone="success"
        className="mb-4"
        actions={<IconButton icon={X} size="icon-sm" label={t("Close")} onClick={() => setResumed(null)} />}
      >
        {describeRetry(resumed.reason, resumed.photos, t)}
      </Callout>
    </Notice>
  );
}

function Notice({ children }: { children: React.ReactNode }) {
  const t = useTranslate();
  return (
    <section aria-label={t("Your order")} aria-live="polite">
      {children}
    </section>
  );
}

interface Waiting {
  problem: ServiceProblem | null;
  credits: number;
  photos: number;
  total: number;
  status: AccountState["status"];
}

/** Retries refused orders once as soon as the reason is gone: signed in, credits, active plan. */
function useAutomaticRetry({ problem, credits, photos, total, status }: Waiting) {
  const studio = useStudio();
  const [resumed, setResumed] = useState<{ reason: Reason; photos: number } | null>(null);
  const code = problem?.code;
  const isReady = useHydrated();
  const isReturn = useRef(true);
  const tried = useRef<string | null>(null);
  useEffect(() => {
    // Until then the page shows the server's state, which has no orders.
    if (!isReady) return;
    const reason = reasonToRetry({ code, credits, total, status, isReturn: isReturn.current });
    isReturn.current = false;
    // The same balance was not enough a moment ago.
    const state = `${reason} ${total}`;
    if (reason === null || tried.current === state) return;
    tried.current = state;
    setResumed({ reason, photos });
    studio.retryUnsent();
  }, [studio, isReady, code, credits, photos, total, status]);
  return [resumed, setResumed] as const;
}

function reasonToRetry({
  code,
  credits,
  total,
  status,
  isReturn,
}: Pick<Waiting, "credits" | "total" | "status"> & { code: string | undefined; isReturn: boolean }) {
  if (code === undefined) return null;
  const problem = { code, message: "", fix: undefined };
  // Only signed-in users get this page.
  if (isSignedOut(problem)) return isReturn ? "signed_in" : null;
  if (code === "insufficient_credits") return total >= credits ? "credits" : null;
  const isActive = status === "active" || status === "trialing";
  return code === "no_active_subscription" && isActive && isReturn ? "plan" : null;
}

function describeRetry(reason: Reason, photos: number, t: Translate): string {
  switch (reason) {
    case "signed_in":
      return t(
        "You are signed in again. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      );
    case "credits":
      return t(
        "Your credits are here. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      );
    case "plan":
      return t(
        "Your plan is active. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.",
        { photos },
      );
  }
}

function describeNote(note: NonNullable<Unsent["note"]>, t: Translate): string {
  switch (note) {
    case "connection_lost":
      return t("Connection lost. Retrying…");
    case "being_taken":
      return t("The order is still being processed…");
    case "busy":
      return t("The service is busy. Retrying…");
  }
}

interface Refusal {
  title: string;
  /** Absent when the order only waits. */
  text?: string;
  action?: { label: string; href: string };
}

function describeRefusal(
  problem: ServiceProblem,
  { language, total, status }: { language: Language; total: number; status: AccountState["status"] },
): Refusal {
  const { t } = language;
  if (isSignedOut(problem)) {
    return {
      title: t("You are signed out"),
      action: { label: t("Sign in"), href: "/sign-in?next=%2Fstudio" },
    };
  }
  if (problem.code === "insufficient_credits") {
    const title = total > 0 ? t("Your credits are not enough for this") : t("Your credits ran out");
    return { title, action: { label: t("Get credits"), href: "/billing" } };
  }
  if (problem.code === "no_active_subscription") {
    return status === "past_due"
      ? {
          title: t("Your last payment did not go through"),
          action: { label: t("Update the payment method"), href: "/billing" },
        }
      : {
          title: t("Making photos needs an active plan"),
          action: { label: t("Choose a plan"), href: "/billing" },
        };
  }
  if (problem.code === "connection_lost") {
    return {
      title: t("There is no connection to the service."),
      text: t("Nothing is lost: trying again finds the order, and it is charged once."),
    };
  }
  const { message, fix } = describeServiceProblem(problem, language);
  return { title: message, ...(fix !== undefined && { text: fix }) };
}

function describeWaiting(t: Translate, photos: number, problem: ServiceProblem): string {
  const kept = t(
    "{photos, plural, one {The photo you asked for waits here} other {The # photos you asked for wait here}}. Nothing was charged, nothing is lost.",
    { photos },
  );
  if (isSignedOut(problem)) return `${kept} ${t("It goes on by itself when you are signed in.")}`;
  if (problem.code === "insufficient_credits") {
    return `${kept} ${t("It goes on by itself when there are enough credits.")}`;
  }
  if (problem.code !== "no_active_subscription") return kept;
  return `${kept} ${t("It goes on by itself when your plan is active.")}`;
}
