import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { getLanguage } from "#components/language/server.ts";
import { TextLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { creditsText } from "#components/ui/format.ts";
import { StyledBox } from "#components/ui/styled-box.tsx";
import { DayChart } from "#components/usage/day-chart.tsx";
import { seriesColor, seriesName } from "#components/usage/series.ts";
import { formatCount } from "#lib/contract/billing/money.ts";
import { type UsageSummary, usageSeries } from "#lib/credits/usage.ts";
import type { Language } from "#lib/language/translate.ts";

export async function SummaryCards({ usage }: { usage: UsageSummary }) {
  const language = await getLanguage();
  const { t, locale } = language;
  const failed = usage.failures.reduce((total, { count }) => total + count, 0);
  const refunded = usage.failures.reduce((total, { refunded }) => total + refunded, 0);
  const cutOuts = usage.series.cutout.pieces;
  const photos = usageSeries.reduce((total, series) => total + usage.series[series].pieces, 0) - cutOuts;
  return (
    <div className="space-y-5">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card lg:grid-cols-4">
        <Figure name={t("Credits used")} value={formatCount(usage.credits, locale)} />
        <Figure name={t("Photos")} value={formatCount(photos, locale)} />
        <Figure name={t("Cut-outs")} value={formatCount(cutOuts, locale)} />
        <Figure
          name={t("Failed")}
          value={formatCount(failed, locale)}
          note={
            failed > 0
              ? t("{credits} refunded", { credits: creditsText(refunded, t) })
              : t("Nothing to refund")
          }
        />
      </dl>
      <Card padded title={t("Credits by day")} description={t("Days in UTC. Refunded work is not counted.")}>
        <DayChart days={usage.days} />
      </Card>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <Card padded title={t("By style")}>
          <Breakdown
            rows={usageSeries.map((series) => {
              const { pieces, credits: used } = usage.series[series];
              return {
                id: series,
                name: seriesName(series, t),
                detail:
                  series === "cutout"
                    ? t("{count, plural, one {# cut-out} other {# cut-outs}}", { count: pieces })
                    : t("{count, plural, one {# photo} other {# photos}}", { count: pieces }),
                value: used,
                text: creditsText(used, t),
                color: seriesColor(series),
              };
            })}
          />
        </Card>
        <Card padded title={t("By scene")}>
          {usage.scenes.length === 0 ? (
            <p className="text-muted text-sm">{t("No photo was made in a scene in these days.")}</p>
          ) : (
            <Breakdown rows={sceneRows(usage.scenes, language)} />
          )}
        </Card>
        <Card padded title={t("By key")}>
          {usage.keys.length === 0 ? (
            <p className="text-muted text-sm">{t("Nothing was made in these days.")}</p>
          ) : (
            <Breakdown
              rows={usage.keys.map(({ keyId, name, pieces, credits: used, failed }) => ({
                id: keyId ?? "dashboard",
                name: keyId === null ? t("Dashboard") : (name ?? t("Deleted key")),
                detail:
                  failed > 0
                    ? t("{done, number} done, {failed, number} failed", { done: pieces, failed })
                    : t("{done, number} done", { done: pieces }),
                value: used,
                text: creditsText(used, t),
                color: "var(--color-accent)",
              }))}
            />
          )}
        </Card>
        <Card padded title={t("Failures and refunds")}>
          {failed === 0 ? (
            <p className="flex items-center gap-2 text-muted text-sm">
              <CircleCheck aria-hidden className="size-4 text-success-ink" />{" "}
              {t("Nothing failed in these days.")}
            </p>
          ) : (
            <Breakdown
              rows={usage.failures.map(({ code, count, refunded }) => ({
                id: code,
                name: <code className="font-mono text-xs">{code}</code>,
                detail: t("{credits} refunded", { credits: creditsText(refunded, t) }),
                value: count,
                text: t("{count, plural, one {once} other {# times}}", { count }),
                color: "var(--color-danger)",
              }))}
            />
          )}
        </Card>
      </div>
    </div>
  );
}

/** Scenes with a line of their own; the rest shares one. */
const shownScenes = 7;

function sceneRows(scenes: UsageSummary["scenes"], { t, sceneName }: Language): BreakdownProps["rows"] {
  const rest = scenes.slice(shownScenes);
  const others = {
    id: "",
    pieces: rest.reduce((total, { pieces }) => total + pieces, 0),
    credits: rest.reduce((total, { credits }) => total + credits, 0),
  };
  return [...scenes.slice(0, shownScenes), ...(rest.length > 0 ? [others] : [])].map(
    ({ id, pieces, credits }) => ({
      id,
      name: id ? (
        <TextLink href={`/photos?${new URLSearchParams({ scene: id })}`} className="touch:py-3">
          {sceneName(id)}
        </TextLink>
      ) : (
        t("{count, plural, one {# other scene} other {# other scenes}}", { count: rest.length })
      ),
      detail: t("{count, plural, one {# photo} other {# photos}}", { count: pieces }),
      value: credits,
      text: creditsText(credits, t),
      color: "var(--color-accent)",
    }),
  );
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="bg-surface px-5 py-4">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="mt-1">
        <span className="figures font-semibold text-2xl tracking-tight">{value}</span>
        {note && <span className="block text-muted text-xs">{note}</span>}
      </dd>
    </div>
  );
}

interface BreakdownProps {
  rows: readonly {
    id: string;
    name: ReactNode;
    detail: string;
    value: number;
    text: string;
    color: string;
  }[];
}

/** Shares of a whole as lines with figures and bars; the figures come first, for screen readers. */
function Breakdown({ rows }: BreakdownProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul className="space-y-4">
      {rows.map(({ id, name, detail, value, text, color }) => (
        <li key={id}>
          <div className="flex items-baseline justify-between gap-4 text-sm">
            <span className="min-w-0 truncate font-medium">{name}</span>
            <span className="figures shrink-0">{text}</span>
          </div>
          <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
            <StyledBox
              className="h-full rounded-full"
              runtimeStyle={{ width: `${(value / most) * 100}%`, "background-color": color }}
            />
          </div>
          <p className="figures mt-1 text-muted text-xs">{detail}</p>
        </li>
      ))}
    </ul>
  );
}
