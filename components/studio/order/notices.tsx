"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AccountState } from "#lib/accounts/state.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import { describeServiceProblem, type ServiceProblem } from "../../language/faults.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import { type AccountFacts, type Obstacle, obstacleOf, recoveries } from "../../language/reactions.ts";
import { useBaseCosts } from "../../photos/prices.tsx";
import { type Balance, useBalance } from "../../shell/balance.tsx";
import { Button, ButtonLink, IconButton } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useHydrated } from "../../ui/time.tsx";
import { useStudio, useStudioState } from "../store.ts";
import type { Unsent } from "./request.ts";
import { refusedSummary } from "./summary.ts";

interface UnsentNoticeProps {
  balance: Balance;
  /** Status of the subscription when the page was rendered. */
  status: AccountState["status"];
}

/** Shows refused orders with reason and action. They are sent again when the reason is gone. */
export function UnsentNotice({ balance, status }: UnsentNoticeProps) {
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const unsent = useStudioState((state) => state.unsent);
  const { total } = useBalance(balance);
  const { problem, photos, credits } = refusedSummary(unsent, useBaseCosts());
  const [resumed, setResumed] = useAutomaticRetry({ problem, credits, photos, total, status });
  const note = unsent.find((order) => order.note !== null)?.note;
  if (problem) {
    const missing = Math.max(0, credits - total);
    const { title, text, action } = describeRefusal(problem, { language, total, status, missing });
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
        {recoveries[resumed.obstacle].describeRetry(t, resumed.photos)}
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

interface Waiting extends Omit<AccountFacts, "missing"> {
  problem: ServiceProblem | null;
  credits: number;
  photos: number;
}

/**
 * Retries refused orders once as soon as the obstacle is gone: the user signs in, has credits, or has an active plan.
 */
function useAutomaticRetry({ problem, credits, photos, total, status }: Waiting) {
  const studio = useStudio();
  const [resumed, setResumed] = useState<{ obstacle: Obstacle; photos: number } | null>(null);
  const obstacle = obstacleOf(problem);
  const isReady = useHydrated();
  const isReturn = useRef(true);
  const tried = useRef<string | null>(null);
  useEffect(() => {
    // Before hydration, the page shows the server's state, which has no orders.
    if (!isReady) return;
    const facts = { credits, total, status, isReturn: isReturn.current };
    isReturn.current = false;
    if (obstacle === null || !recoveries[obstacle].isGone(facts)) return;
    // The same balance was already insufficient.
    const state = `${obstacle} ${total}`;
    if (tried.current === state) return;
    tried.current = state;
    setResumed({ obstacle, photos });
    studio.retryUnsent();
  }, [studio, isReady, obstacle, credits, photos, total, status]);
  return [resumed, setResumed] as const;
}

function describeNote(note: NonNullable<Unsent["note"]>, t: Translate): string {
  const texts: Record<typeof note, string> = {
    connection_lost: t("Connection lost. Retrying…"),
    in_progress: t("The order is still being processed…"),
    busy: t("The service is busy. Retrying…"),
  };
  return texts[note];
}

interface Refusal {
  title: string;
  /** Absent if the order only waits. */
  text?: string;
  action?: { label: string; href: string };
}

function describeRefusal(
  problem: ServiceProblem,
  { language, ...account }: AccountFacts & { language: Language },
): Refusal {
  const { t } = language;
  const obstacle = obstacleOf(problem);
  if (obstacle) {
    const { title, link } = recoveries[obstacle];
    return { title: title(t, account), action: link(t, account) };
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
  const waiting = t(
    "{photos, plural, one {The photo you asked for waits here} other {The # photos you asked for wait here}}. Nothing was charged, nothing is lost.",
    { photos },
  );
  const obstacle = obstacleOf(problem);
  return obstacle ? `${waiting} ${recoveries[obstacle].describeWaiting(t)}` : waiting;
}
