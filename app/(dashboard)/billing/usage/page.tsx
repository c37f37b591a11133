import { getLanguage, titled } from "#components/language/server.ts";
import { BillingTabs } from "#components/shell/sections.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { SegmentLinks } from "#components/ui/section-tabs.tsx";
import { LedgerTable } from "#components/usage/ledger-table.tsx";
import { SummaryCards } from "#components/usage/summary-cards.tsx";
import { requireShownUser } from "#lib/auth/page.ts";
import { billingMode } from "#lib/billing/stripe.ts";
import { readLedger } from "#lib/credits/ledger.ts";
import { readUsage } from "#lib/credits/usage.ts";
import type { PageOf } from "#lib/platform/search.ts";

export const generateMetadata = titled((t) => t("Usage"));

const ranges = [7, 30, 90] as const;
const ledgerPageSize = 25;

export default async function UsagePage({ searchParams }: PageOf<"days" | "before">) {
  const user = await requireShownUser("/billing/usage");
  const { t } = await getLanguage();
  const given = await searchParams;
  const days = ranges.find((range) => String(range) === given.days) ?? 30;
  const before = typeof given.before === "string" && /^\d{1,18}$/.test(given.before) ? given.before : null;
  const [usage, found] = await Promise.all([
    readUsage(user.id, days),
    readLedger(user.id, { before, limit: ledgerPageSize + 1 }),
  ]);
  const lines = found.slice(0, ledgerPageSize);
  const last = found.length > ledgerPageSize ? lines.at(-1) : undefined;
  return (
    <>
      <PageHeader
        title={t("Usage")}
        description={t("Where your credits went, from the studio and from the API.")}
        actions={
          <SegmentLinks
            label={t("Days to show")}
            links={ranges.map((range) => ({
              href: `/billing/usage?days=${range}`,
              label: t("{days} days", { days: range }),
              current: range === days,
            }))}
          />
        }
      />
      <BillingTabs hasPlans={billingMode() !== "off"} />
      <div className="space-y-5">
        <SummaryCards usage={usage} />
        <LedgerTable
          lines={lines}
          olderHref={last ? `/billing/usage?days=${days}&before=${last.id}#ledger` : null}
          newestHref={before ? `/billing/usage?days=${days}#ledger` : null}
        />
      </div>
    </>
  );
}
