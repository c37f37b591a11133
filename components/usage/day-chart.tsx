import { formatCount } from "#lib/contract/billing/money.ts";
import { type UsageDay, usageSeries } from "#lib/credits/usage.ts";
import type { Language } from "#lib/language/translate.ts";
import { getLanguage } from "../language/server.ts";
import { cn } from "../ui/cn.ts";
import { formatDay } from "../ui/format.ts";
import { StyledBox } from "../ui/styled-box.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { niceCeiling, seriesColor, seriesName } from "./series.ts";

/** A stacked chart of credits per day by use. The table below it has the same figures. */
export async function DayChart({ days }: { days: readonly UsageDay[] }) {
  const language = await getLanguage();
  const { t, locale } = language;
  const most = Math.max(...days.map(({ total }) => total));
  const top = niceCeiling(most);
  const labelEvery = Math.ceil(days.length / 6);
  return (
    <figure>
      <div className="flex gap-3" aria-hidden>
        <div className="figures flex h-52 flex-col justify-between pb-0 text-right text-faint text-xs">
          {[top, top / 2, 0].map((value) => (
            <span key={value} className="-my-2">
              {formatCount(value, locale)}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div className="relative h-52">
            {[0, 50, 100].map((percent) => (
              <StyledBox
                key={percent}
                className="absolute inset-x-0 border-line border-t"
                runtimeStyle={{ top: `${percent}%` }}
              />
            ))}
            {most === 0 && (
              <p className="absolute inset-0 grid place-items-center text-muted text-sm">
                <span className="bg-surface px-3 py-1">{t("Nothing was made in these days.")}</span>
              </p>
            )}
            <div className="relative flex h-full items-end gap-px sm:gap-1">
              {days.map((day, index) => (
                <Bar
                  key={day.day}
                  day={day}
                  top={top}
                  toRight={index < days.length / 2}
                  language={language}
                />
              ))}
            </div>
          </div>
          <div className="figures mt-2 flex text-faint text-xs">
            {days.map(({ day }, index) => (
              <span key={day} className="relative h-4 min-w-0 flex-1">
                {(days.length - 1 - index) % labelEvery === 0 && (
                  <span className="absolute right-0 whitespace-nowrap">{formatDay(day, locale)}</span>
                )}
              </span>
            ))}
          </div>
        </div>
      </div>
      <figcaption className="mt-4 flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {usageSeries
            .filter((series) => days.some(({ credits }) => credits[series] > 0))
            .map((series) => (
              <li key={series} className="flex items-center gap-1.5 text-muted text-xs">
                <Swatch color={seriesColor(series)} /> {seriesName(series, t)}
              </li>
            ))}
        </ul>
        <details className="open:basis-full">
          <summary className="w-fit rounded-sm text-muted text-sm hover:text-ink">
            {t("Same data as a table")}
          </summary>
          <DayTable days={days} language={language} />
        </details>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  day: UsageDay;
  top: number;
  toRight: boolean;
  language: Language;
}

function Bar({ day, top, toRight, language: { t, locale } }: BarProps) {
  const parts = usageSeries.filter((series) => day.credits[series] > 0);
  return (
    <div className="group relative flex h-full min-w-0 flex-1 flex-col justify-end rounded-sm hover:bg-sunken/60">
      <StyledBox
        className="flex min-h-0 flex-col-reverse gap-px overflow-hidden rounded-t-[3px]"
        runtimeStyle={{ height: `${(day.total / top) * 100}%` }}
      >
        {parts.map((series) => (
          <StyledBox
            key={series}
            runtimeStyle={{
              flex: `${day.credits[series]} 1 0`,
              "background-color": seriesColor(series),
            }}
          />
        ))}
      </StyledBox>
      {day.total > 0 && (
        <div
          className={cn(
            "pointer-events-none absolute top-0 z-10 hidden w-max rounded-md bg-raised px-3 py-2 text-xs shadow-float group-hover:block",
            toRight ? "left-full ml-1" : "right-full mr-1",
          )}
        >
          <p className="font-medium">{formatDay(day.day, locale)}</p>
          {parts.toReversed().map((series) => (
            <div key={series} className="mt-1 flex items-center gap-2 text-muted">
              <Swatch color={seriesColor(series)} />
              {seriesName(series, t)}
              <span className="figures ml-auto pl-4 text-ink">
                {formatCount(day.credits[series], locale)}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <StyledBox
      aria-hidden
      className="size-2.5 shrink-0 rounded-[3px]"
      runtimeStyle={{ "background-color": color }}
    />
  );
}

function DayTable({ days, language: { t, locale } }: { days: readonly UsageDay[]; language: Language }) {
  const used = days.filter(({ total }) => total > 0).toReversed();
  if (used.length === 0)
    return <p className="mt-3 text-muted text-sm">{t("No credits were used in these days.")}</p>;
  const columns: Column<UsageDay>[] = [
    {
      title: t("Day"),
      className: "first:pl-0",
      cellClassName: "figures whitespace-nowrap",
      cell: ({ day }) => formatDay(day, locale),
    },
    ...usageSeries.map((series) => ({
      title: seriesName(series, t),
      className: "text-right",
      cellClassName: "figures",
      cell: ({ credits }: UsageDay) => formatCount(credits[series], locale),
    })),
    {
      title: t("Credits"),
      className: "text-right",
      cellClassName: "figures font-medium",
      cell: ({ total }) => formatCount(total, locale),
    },
  ];
  return (
    <div className="mt-3 max-h-80 overflow-y-auto">
      <DataTable label={t("Credits by day")} columns={columns} rows={used} keyOf={({ day }) => day} />
    </div>
  );
}
