import Link from "next/link";
import { getLanguage } from "../language/server.ts";
import { cn } from "../ui/cn.ts";

export const ranges = [7, 30, 90] as const;
export type Range = (typeof ranges)[number];

export async function RangeLinks({ current }: { current: Range }) {
  const { t } = await getLanguage();
  return (
    <nav aria-label={t("Days to show")} className="inline-flex gap-0.5 rounded-lg bg-sunken p-0.5">
      {ranges.map((days) => (
        <Link
          key={days}
          href={`/billing/usage?days=${days}`}
          scroll={false}
          aria-current={days === current ? "true" : undefined}
          className={cn(
            "inline-flex h-8 items-center rounded-md px-3 font-medium text-sm transition-colors",
            days === current ? "bg-raised text-ink shadow-card" : "text-muted hover:text-ink",
          )}
        >
          {t("{days} days", { days })}
        </Link>
      ))}
    </nav>
  );
}
