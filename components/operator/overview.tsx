import type { ReactNode } from "react";
import { formatCount, formatMoney } from "#lib/contract/billing/money.ts";
import type { Part } from "#lib/http/ready.ts";
import type { Language } from "#lib/language/translate.ts";
import { costDays, type Overview } from "#lib/support/overview.ts";
import { getLanguage } from "../language/server.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Time } from "../ui/time.tsx";
import { Facts, Item, ListCard } from "./fact-list.tsx";
import { stateName } from "./texts.ts";

const microsPerCent = 10_000;
const tones: Record<Part["status"], Tone> = { ok: "success", degraded: "warn", down: "danger" };

interface OverviewProps {
  overview: Overview;
  parts: Readonly<Record<string, Part>>;
}

export async function OverviewCards({ overview, parts }: OverviewProps) {
  const language = await getLanguage();
  const { t, locale } = language;
  const { queue, failures } = overview;
  const count = (value: number) => formatCount(value, locale);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card padded title={t("Queue")}>
        <Facts
          facts={[
            [t("Waiting"), count(queue.queued)],
            [t("Being made"), count(queue.running)],
            [t("Oldest"), t("{seconds, number} s", { seconds: queue.oldestSeconds })],
            [t("Workers"), t("{workers, number}, {slots, number} at a time", queue)],
            [t("Mails to send"), count(queue.mails)],
            [t("Webhooks to send"), count(queue.deliveries)],
          ]}
        />
      </Card>
      <Card padded title={t("Costs and margin")} description={t("The last {days} days", { days: costDays })}>
        <Facts facts={moneyFacts(overview.costs, language)} />
      </Card>
      <Card padded title={t("Health")}>
        <Facts
          facts={[
            ...Object.entries(parts).map(
              ([name, part]) => [partName(name, language), <State key={name} {...part} />] as const,
            ),
            [t("Last backup"), backupText(overview, language)],
            [t("Last audit of credits"), auditText(overview, language)],
          ]}
        />
      </Card>
      <ListCard title={t("Failures of the last day")} empty={t("Nothing failed.")}>
        {failures.map(({ reason, fault, count: times, accounts }) => (
          <Item
            key={`${reason} ${fault}`}
            title={<span className="font-mono text-xs">{reason}</span>}
            actions={<span className="figures text-sm">{count(times)}</span>}
          >
            {stateName(fault ?? "service", t)},{" "}
            {t("{accounts, plural, one {# account} other {# accounts}}", { accounts })}
          </Item>
        ))}
      </ListCard>
    </div>
  );
}

function moneyFacts(costs: Overview["costs"], { t, locale }: Language) {
  const money = (micros: number) => formatMoney(Math.round(micros / microsPerCent), { locale });
  return [
    [t("Photos"), formatCount(costs.photos, locale)],
    [t("Credits kept"), formatCount(costs.credits, locale)],
    [
      t("Paid to providers"),
      `${money(costs.costMicros)}${costs.unpricedCalls > 0 ? ` ${t("at least")}` : ""}`,
    ],
    [t("Worth at the lowest price"), money(costs.worthMicros)],
    [t("Margin"), money(costs.marginMicros)],
  ] as const;
}

async function State({ status, reason }: Part) {
  const { t } = await getLanguage();
  return (
    <>
      <Badge tone={tones[status]}>{stateName(status, t)}</Badge> {reason}
    </>
  );
}

function partName(name: string, { t }: Language): string {
  const names: Record<string, string> = {
    process: t("Process"),
    database: t("Database"),
    storage: t("Storage"),
    installation: t("Installation"),
    workers: t("Workers"),
    models: t("Models"),
    backups: t("Backups"),
  };
  return names[name] ?? name;
}

function backupText({ backup }: Overview, { t }: Language): ReactNode {
  if (!backup) return t("none are scheduled");
  return backup.lastSuccess ? <Time at={backup.lastSuccess.at} withTime /> : t("none yet");
}

function auditText({ audit }: Overview, { t }: Language): ReactNode {
  if (!audit) return t("none yet");
  return (
    <>
      <Badge tone={audit.problems === 0 ? "success" : "danger"}>
        {t("{problems, plural, one {# problem} other {# problems}}", { problems: audit.problems })}
      </Badge>{" "}
      <Time at={audit.at} withTime />
    </>
  );
}
