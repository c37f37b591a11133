import { formatCount } from "#lib/contract/billing/money.ts";
import type { Locale } from "#lib/contract/locales.ts";
import type { LedgerLine } from "#lib/credits/ledger.ts";
import { nameOfResult, productOf } from "#lib/generations/history/file-name.ts";
import { imageUrlOf } from "#lib/generations/history/pictures.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import { getLanguage } from "../language/server.ts";
import { generationTitle } from "../photos/style-texts.ts";
import { ButtonLink, DownloadLink, TextLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/cn.ts";
import { DataTable } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

interface LedgerTableProps {
  lines: readonly LedgerLine[];
  /** Link to older entries; null on the last page. */
  olderHref: string | null;
  /** Link to the newest entries; null on the first page. */
  newestHref: string | null;
}

export async function LedgerTable({ lines, olderHref, newestHref }: LedgerTableProps) {
  const language = await getLanguage();
  const { t, locale } = language;
  return (
    <Card
      id="ledger"
      className="scroll-mt-20 overflow-hidden"
      title={t("Ledger")}
      description={t("Every movement of credits. Entries are never changed or removed.")}
      actions={
        <DownloadLink href="/billing/usage/export" size="sm">
          {t("Export CSV")}
        </DownloadLink>
      }
    >
      {lines.length === 0 ? (
        <p className="px-5 py-6 text-muted text-sm">{t("No credits have moved yet.")}</p>
      ) : (
        <DataTable
          label={t("Ledger")}
          className="mt-3"
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t("Time"),
              cellClassName: "text-muted max-sm:pr-0 sm:whitespace-nowrap",
              cell: ({ at }) => <Time at={at} withTime />,
            },
            {
              title: t("What"),
              cellClassName: "sm:min-w-48",
              cell: (line) => <What line={line} language={language} />,
            },
            {
              title: t("By"),
              className: "max-sm:hidden",
              cellClassName: "max-w-48 truncate text-muted",
              cell: ({ work }) =>
                work ? <span title={work.keyName ?? undefined}>{work.keyName ?? t("Dashboard")}</span> : "–",
            },
            {
              title: t("Credits"),
              className: "text-right",
              cellClassName: "figures whitespace-nowrap font-medium",
              cell: ({ monthlyDelta, topupDelta }) => (
                <Delta credits={monthlyDelta + topupDelta} locale={locale} />
              ),
            },
            {
              title: t("Balance after"),
              className: "text-right max-sm:hidden",
              cellClassName: "figures whitespace-nowrap",
              cell: ({ monthlyAfter, topupAfter }) => (
                <span
                  title={t("{monthly, number} monthly, {topup, number} topped up", {
                    monthly: monthlyAfter,
                    topup: topupAfter,
                  })}
                >
                  {formatCount(monthlyAfter + topupAfter, locale)}
                </span>
              ),
            },
          ]}
        />
      )}
      {(olderHref || newestHref) && (
        <div className="flex justify-end gap-2 border-line border-t px-5 py-3">
          <PageLink href={newestHref}>{t("Newest")}</PageLink>
          <PageLink href={olderHref}>{t("Older")}</PageLink>
        </div>
      )}
    </Card>
  );
}

function PageLink({ href, children }: { href: string | null; children: string }) {
  if (href === null) return null;
  return (
    <ButtonLink href={href} variant="secondary" size="sm" scroll={false}>
      {children}
    </ButtonLink>
  );
}

function Delta({ credits, locale }: { credits: number; locale: Locale }) {
  const sign = credits > 0 ? "+" : credits < 0 ? "−" : "";
  return (
    <span className={cn(credits > 0 && "text-success-ink")}>
      {sign}
      {formatCount(Math.abs(credits), locale)}
    </span>
  );
}

function kindName(kind: LedgerLine["kind"], t: Translate): string {
  const names: Record<LedgerLine["kind"], string> = {
    allowance: t("Monthly credits"),
    topup: t("Top-up"),
    charge: t("Work"),
    refund: t("Refund"),
    expiry: t("Expired"),
    reversal: t("Taken back"),
    adjustment: t("Adjustment"),
  };
  return names[kind];
}

/** What moved the credits, with links to the product's photos and to the order. */
function What({ line, language }: { line: LedgerLine; language: Language }) {
  const { t } = language;
  const { work } = line;
  if (work?.sourceRef == null) return describeLine(line, language);
  const named = { ...work, imageUrl: imageUrlOf(work) };
  const product = `/photos?${new URLSearchParams({ product: productOf(named) })}`;
  return (
    <>
      {describeLine(line, language)}
      <span className="block text-muted text-xs">
        <TextLink href={product}>{nameOfResult(named) ?? t("Product")}</TextLink>
        {work.order && (
          <>
            {" · "}
            <TextLink href={`/photos/orders/${work.order.id}`}>{work.order.title ?? t("Order")}</TextLink>
          </>
        )}
      </span>
    </>
  );
}

export function describeLine({ kind, note, work }: LedgerLine, language: Language): string {
  const { t } = language;
  if (work) {
    const size = work.resolution ? `, ${work.resolution}` : "";
    const what = `${generationTitle(work, language)}${size}`;
    return kind === "refund" ? t("Refund: {what}", { what }) : what;
  }
  return note ? `${kindName(kind, t)} (${note})` : kindName(kind, t);
}
