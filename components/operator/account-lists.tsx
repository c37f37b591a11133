import type { Desk } from "#lib/support/account.ts";
import { ActivityItem } from "../account/activity-list.tsx";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { ActionForm } from "../ui/form.tsx";
import { Time } from "../ui/time.tsx";
import { describeLine } from "../usage/ledger-table.tsx";
import { deliveryState } from "../webhooks/texts.ts";
import type { DeskActions } from "./actions.ts";
import { Item, ListCard, type More } from "./fact-list.tsx";

interface ListsProps {
  desk: Desk;
  actions: Pick<DeskActions, "sendMailAgain" | "sendEventAgain">;
  more: More;
}

const small = { variant: "secondary", size: "sm" } as const;

export async function AccountLists({ desk, actions, more }: ListsProps) {
  const language = await getLanguage();
  const { t } = language;
  const { userId } = desk.account;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <ListCard title={t("Ledger")} empty={t("No credits have moved yet.")} more={more}>
        {desk.ledger.map((line) => (
          <Item
            key={line.id}
            title={describeLine(line, language)}
            actions={<span className="figures text-sm">{signed(line.monthlyDelta + line.topupDelta)}</span>}
          >
            <Time at={line.at} withTime /> ·{" "}
            {t("then {credits, number}", { credits: line.monthlyAfter + line.topupAfter })}
          </Item>
        ))}
      </ListCard>
      <ListCard title={t("Mails")} empty={t("No mails in the last weeks.")} more={more}>
        {desk.mails.map(({ id, subject, attempts, createdAt, sentAt }) => (
          <Item
            key={id}
            testId="desk-mail"
            title={subject}
            actions={
              <ActionForm action={actions.sendMailAgain} fields={{ id }} {...small}>
                {t("Send again")}
              </ActionForm>
            }
          >
            <Time at={sentAt ?? createdAt} withTime /> · {sentAt ? t("sent") : t("not sent")} ·{" "}
            {t("{count, plural, one {# attempt} other {# attempts}}", { count: attempts })}
          </Item>
        ))}
      </ListCard>
      <ListCard title={t("Webhook deliveries")} empty={t("Nothing was sent to an endpoint.")} more={more}>
        {desk.deliveries.map(({ id, event, status, url, lastAnswer, createdAt, attemptsMade, canResend }) => (
          <Item
            key={id}
            title={
              <>
                <Badge tone={deliveryState(status, t).tone}>{deliveryState(status, t).word}</Badge>
                <span className="font-mono text-xs">{event}</span>
              </>
            }
            actions={
              canResend && (
                <ActionForm action={actions.sendEventAgain} fields={{ id }} {...small}>
                  {t("Send again")}
                </ActionForm>
              )
            }
          >
            <p className="break-all">{url}</p>
            <Time at={createdAt} withTime /> ·{" "}
            {t("{count, plural, one {# attempt} other {# attempts}}", { count: attemptsMade })}
            {lastAnswer !== null && ` · ${lastAnswer}`}
          </Item>
        ))}
      </ListCard>
      <ListCard title={t("API keys")} empty={t("No key is in use.")} more={more}>
        {desk.keys.map(({ id, name, first8, last4, isTest, lastUsedAt }) => (
          <Item
            key={id}
            title={
              <>
                {name} {isTest && <Badge>{t("Test")}</Badge>}
              </>
            }
          >
            <code>
              {first8}…{last4}
            </code>{" "}
            · {lastUsedAt ? <Time at={lastUsedAt} withTime /> : t("never used")}
          </Item>
        ))}
      </ListCard>
      <ListCard title={t("Activity")} empty={t("No actions yet.")} more={more}>
        {desk.activity.map((event) => (
          <ActivityItem key={event.id} event={event} ownerId={userId} />
        ))}
      </ListCard>
    </div>
  );
}

const signed = (credits: number) => (credits > 0 ? `+${credits}` : String(credits).replace("-", "−"));
