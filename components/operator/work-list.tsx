import type { Desk } from "#lib/support/account.ts";
import { getLanguage } from "../language/server.ts";
import { generationTitle } from "../photos/style-texts.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { ActionForm } from "../ui/form.tsx";
import { creditsText } from "../ui/format.ts";
import { Time } from "../ui/time.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import type { DeskActions } from "./actions.ts";
import { Item, ListCard, type More } from "./fact-list.tsx";
import { stateName } from "./texts.ts";

type Work = Desk["work"][number];
type WorkActions = Pick<DeskActions, "refund" | "retry">;

interface WorkListProps {
  work: readonly Work[];
  actions: WorkActions;
  more: More;
}

const tones: Record<Work["status"], Tone> = {
  queued: "neutral",
  running: "accent",
  succeeded: "success",
  failed: "danger",
  canceled: "neutral",
};

export async function WorkList({ work, actions, more }: WorkListProps) {
  const { t } = await getLanguage();
  return (
    <ListCard title={t("Work")} empty={t("Nothing was ordered.")} more={more}>
      {work.map((one) => (
        <WorkItem key={one.id} work={one} actions={actions} />
      ))}
    </ListCard>
  );
}

async function WorkItem({ work, actions }: { work: Work; actions: WorkActions }) {
  const language = await getLanguage();
  const { t } = language;
  const { id, status, credits, attempts, attemptCount, reason, errorCode, fault, refundedAt } = work;
  return (
    <Item
      testId="desk-work"
      title={
        <>
          <Badge tone={tones[status]}>{stateName(status, t)}</Badge>
          {generationTitle(work, language)}
          {refundedAt && <Badge tone="warn">{t("Refunded")}</Badge>}
          {work.isTest && <Badge>{t("Test")}</Badge>}
          {work.deletedAt && <Badge>{t("Deleted")}</Badge>}
        </>
      }
      actions={
        <>
          {work.canRefund && (
            <ActionDialog
              action={actions.refund}
              fields={{ id }}
              label={t("Refund")}
              title={t("Return its credits?")}
              description={t("{credits} go back, once. The result stays.", {
                credits: creditsText(credits, t),
              })}
              noteLabel={t("Note")}
            />
          )}
          {work.canRetry && (
            <ActionForm action={actions.retry} fields={{ id }} variant="secondary" size="sm">
              {t("Make again")}
            </ActionForm>
          )}
        </>
      }
    >
      <p className="flex flex-wrap gap-x-2">
        <code className="break-all">{id}</code>
        <Time at={work.createdAt} withTime />
        <span>{creditsText(credits, t)}</span>
        <span>{t("{count, plural, one {# attempt} other {# attempts}}", { count: attemptCount })}</span>
      </p>
      {work.requestId && <p className="break-all font-mono">{work.requestId}</p>}
      {work.waitsFor && <p>{work.waitsFor}</p>}
      {reason && (
        <p className="text-danger-ink">
          {[errorCode, fault && stateName(fault, t)].filter(Boolean).join(", ")}: {reason}
        </p>
      )}
      {work.retriedId && <p>{t("Made again as {id}", { id: work.retriedId })}</p>}
      {attempts.map(({ number, host, startedAt, outcome, error }) => (
        <p key={number} className="flex flex-wrap gap-x-2">
          <span>
            {number}. {stateName(outcome, t)}
          </span>
          <Time at={startedAt} withTime />
          <span>{host}</span>
          {error && <span className="min-w-0 break-words">{error}</span>}
        </p>
      ))}
    </Item>
  );
}
