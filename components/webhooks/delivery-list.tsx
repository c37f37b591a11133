import { ChevronRight, Inbox } from "lucide-react";
import { formatCount } from "#lib/contract/billing/money.ts";
import type { DeliveryInfo } from "#lib/webhooks/deliveries.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState, MoreLink } from "../ui/page.tsx";
import { SegmentLinks } from "../ui/section-tabs.tsx";
import { Time } from "../ui/time.tsx";
import { AttemptList, Text } from "./attempt-list.tsx";
import { Redeliver, RefreshWhileSending } from "./redeliver.tsx";
import { deliveryState, describeWait, retryingState, waitingState } from "./texts.ts";

export const filters = ["all", "pending", "succeeded", "failed"] as const;
export type DeliveryFilter = (typeof filters)[number];

/** If a delivery is due within this time, the page refreshes until it is sent. */
const soonMs = 60_000;

interface DeliveryListProps {
  endpointId: string;
  deliveries: readonly DeliveryInfo[];
  filter: DeliveryFilter;
  olderHref: string | null;
  isPaused: boolean;
}

export async function DeliveryList({
  endpointId,
  deliveries,
  filter,
  olderHref,
  isPaused,
}: DeliveryListProps) {
  const { t } = await getLanguage();
  const isSending = deliveries.some(
    ({ nextAttemptAt }) => nextAttemptAt && nextAttemptAt.getTime() - Date.now() < soonMs,
  );
  return (
    <section aria-labelledby="deliveries">
      {isSending && <RefreshWhileSending />}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="deliveries" className="font-semibold text-base">
          {t("Deliveries")}
        </h2>
        <SegmentLinks
          label={t("Deliveries to show")}
          links={filters.map((one) => ({
            href: `/developers/webhooks/${endpointId}${one === "all" ? "" : `?status=${one}`}`,
            label: one === "all" ? t("All") : deliveryState(one, t).word,
            current: one === filter,
          }))}
        />
      </div>
      {deliveries.length === 0 ? (
        <EmptyState icon={Inbox} title={filter === "all" ? t("Nothing sent yet") : t("Nothing here")}>
          {filter === "all"
            ? t("Send a test to see how an event arrives.")
            : t("No delivery of the last 30 days has this status.")}
        </EmptyState>
      ) : (
        <Card className="divide-y divide-line overflow-hidden">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} isPaused={isPaused} />
          ))}
        </Card>
      )}
      <MoreLink href={olderHref}>{t("Older")}</MoreLink>
    </section>
  );
}

async function Delivery({ delivery, isPaused }: { delivery: DeliveryInfo; isPaused: boolean }) {
  const { t, locale } = await getLanguage();
  const { id, event, status, url, attempts, nextAttemptAt, heldBecause, createdAt, payload } = delivery;
  const isRetried = status === "pending" && attempts.length > 0;
  const ofAttempts = isRetried ? retryingState(t) : deliveryState(status, t);
  const { word, tone } = heldBecause ? waitingState(t) : ofAttempts;
  const last = attempts.at(-1);
  return (
    <details data-testid="delivery" className="group/delivery">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3.5 outline-offset-[-2px] hover:bg-sunken/50 max-sm:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-faint transition-transform group-open/delivery:rotate-90"
        />
        <Badge tone={tone}>{word}</Badge>
        <span className="min-w-0 flex-1 basis-40 truncate font-mono text-xs">{event}</span>
        <span className="flex flex-wrap gap-x-4 text-muted text-xs max-sm:basis-full max-sm:pl-8">
          <span className="figures">
            {last ? `${last.statusCode ?? t("no answer")} · ${formatCount(last.ms, locale)} ms · ` : ""}
            {t("{count, plural, one {# attempt} other {# attempts}}", { count: attempts.length })}
          </span>
          <Time at={createdAt} withTime />
        </span>
      </summary>
      <div className="space-y-4 border-line border-t bg-sunken/40 px-5 py-4 max-sm:px-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-muted text-xs">
            <span className="font-mono">{payload.id}</span>
            {" · "}
            <span className="break-all font-mono">{url}</span>
            {nextAttemptAt && (
              <>
                {" · "}
                {t("next attempt")} <Time at={nextAttemptAt} withTime />
              </>
            )}
            {heldBecause && ` · ${describeWait(heldBecause, t)}`}
          </p>
          {!isPaused && heldBecause === null && <Redeliver id={id} />}
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <Text title={t("Request")} text={JSON.stringify(payload, null, 2)} />
          <AttemptList attempts={attempts} />
        </div>
      </div>
    </details>
  );
}
