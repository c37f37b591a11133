import { History } from "lucide-react";
import type { AuditEventInfo } from "#lib/audit/list.ts";
import { type AuditKind, auditKindNames } from "#lib/contract/audit/actions.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState, MoreLink } from "../ui/page.tsx";
import { SegmentLinks } from "../ui/section-tabs.tsx";
import { Time } from "../ui/time.tsx";
import { type ChangeLine, changesOf, describeAction, describeActor, kindName } from "./activity-texts.ts";

const path = "/account/activity";

interface ActivityListProps {
  events: readonly AuditEventInfo[];
  ownerId: string;
  kind: AuditKind | null;
  /** Link to older entries; null on the last page. */
  olderHref: string | null;
}

export async function ActivityList({ events, ownerId, kind, olderHref }: ActivityListProps) {
  const { t } = await getLanguage();
  return (
    <>
      <SegmentLinks
        label={t("Activity to show")}
        className="mb-4 flex w-fit"
        links={[null, ...auditKindNames].map((one) => ({
          href: one === null ? path : `${path}?kind=${one}`,
          label: one === null ? t("All") : kindName(one, t),
          current: one === kind,
        }))}
      />
      {events.length === 0 ? (
        <EmptyState icon={History} title={t("Nothing here")}>
          {t("Nothing of this kind has happened in your account.")}
        </EmptyState>
      ) : (
        <Card className="overflow-hidden">
          <ol className="divide-y divide-line">
            {events.map((event) => (
              <ActivityItem key={event.id} event={event} ownerId={ownerId} />
            ))}
          </ol>
        </Card>
      )}
      <MoreLink href={olderHref}>{t("Older")}</MoreLink>
    </>
  );
}

export async function ActivityItem({ event, ownerId }: { event: AuditEventInfo; ownerId: string }) {
  const language = await getLanguage();
  const { t } = language;
  const { action, object, address, at, livemode } = event;
  const changes = changesOf(event, language);
  return (
    <li data-testid="activity" className="px-5 py-3.5 max-sm:px-4">
      <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
        {describeAction(action, t)}
        {!livemode && <Badge tone="neutral">{t("Test")}</Badge>}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-muted text-xs">
        <span>{describeActor(event, ownerId, t)}</span>
        <Time at={at} withTime />
        {address !== null && <span className="figures break-all">{t("from {address}", { address })}</span>}
        {object.type !== "account" && object.type !== "session" && object.id !== null && (
          <span className="break-all font-mono">{object.id}</span>
        )}
      </p>
      {changes.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
          {changes.map((line) => (
            <Change key={line.name} {...line} />
          ))}
        </dl>
      )}
    </li>
  );
}

async function Change({ name, before, after }: ChangeLine) {
  const { t } = await getLanguage();
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">
        {before !== null && after !== null ? (
          <>
            <del className="text-muted">{before}</del> <span aria-hidden>→</span>{" "}
            <ins className="no-underline">{after}</ins>
          </>
        ) : after === null ? (
          <>
            {before} <span className="text-muted">({t("before")})</span>
          </>
        ) : (
          after
        )}
      </dd>
    </>
  );
}
