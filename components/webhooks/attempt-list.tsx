import { formatCount } from "#lib/contract/billing/money.ts";
import type { Attempt } from "#lib/webhooks/deliveries.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { cn } from "../ui/cn.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Time } from "../ui/time.tsx";

const preClass = "overflow-auto font-mono text-xs";

export async function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const { t, locale } = await getLanguage();
  if (attempts.length === 0) return <p className="text-muted text-sm">{t("Not sent yet.")}</p>;
  return (
    <div className="min-w-0">
      <p className="mb-1.5 font-medium text-xs">{t("Answers")}</p>
      <ol className="space-y-2">
        {attempts.toReversed().map(({ at, statusCode, ms, error, answer }) => (
          <li key={at} className="rounded-md border border-line bg-surface px-3 py-2.5">
            <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
              <Badge tone={error === null ? "success" : "danger"}>{statusCode ?? t("No answer")}</Badge>
              <span className="text-muted">{formatCount(ms, locale)} ms</span>
              <Time at={at} withTime className="text-muted" />
            </p>
            {error !== null && statusCode === null && (
              <p className="mt-1.5 text-danger-ink text-xs">{error}</p>
            )}
            {answer !== "" && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard
              <pre tabIndex={0} className={cn(preClass, "mt-2 max-h-40 whitespace-pre-wrap break-all")}>
                {answer}
              </pre>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

export async function Text({ title, text }: { title: string; text: string }) {
  const { t } = await getLanguage();
  return (
    <div className="min-w-0">
      <p className="mb-1.5 font-medium text-xs">{title}</p>
      <div className="relative rounded-md border border-line bg-surface">
        <CopyButton
          text={text}
          label={t("Copy: {what}", { what: title })}
          className="absolute top-1 right-1"
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className={cn(preClass, "max-h-96 px-3 py-2.5 pr-11 leading-relaxed")}>
          {text}
        </pre>
      </div>
    </div>
  );
}
