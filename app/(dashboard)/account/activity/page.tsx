import { ActivityList } from "#components/account/activity-list.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { AccountTabs } from "#components/shell/sections.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { readAuditEvents } from "#lib/audit/list.ts";
import { requireShownUser } from "#lib/auth/page.ts";
import { actionsOfKind, auditKindNames } from "#lib/contract/audit/actions.ts";
import { retention } from "#lib/contract/retention.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { accountsOf } from "#lib/platform/ids.ts";
import { type PageOf, single } from "#lib/platform/search.ts";

export const generateMetadata = titled((t) => t("Activity"));

const pageSize = 25;

export default async function ActivityPage({ searchParams }: PageOf<"kind" | "cursor">) {
  const user = await requireShownUser("/account/activity");
  const { t } = await getLanguage();
  const given = await searchParams;
  const kind = auditKindNames.find((one) => one === given.kind) ?? null;
  const cursor = single(given.cursor);
  const actions = kind === null ? undefined : actionsOfKind(kind);
  const read = (from: string | undefined) =>
    readAuditEvents(accountsOf(user.id), { cursor: from, limit: pageSize, actions });
  const { data, nextCursor } = await read(cursor).catch((error: unknown) => {
    // An invalid cursor, for example of a truncated URL, shows the first page.
    if (error instanceof ApiError && error.status < 500) return read(undefined);
    throw error;
  });
  const query = new URLSearchParams({ ...(kind && { kind }), ...(nextCursor && { cursor: nextCursor }) });
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t("Activity")}
        description={t(
          "Who did what in your account, and from where. Entries are never changed and are kept for {days} days.",
          { days: retention.auditEvents.days },
        )}
      />
      <AccountTabs />
      <ActivityList
        events={data}
        ownerId={user.id}
        kind={kind}
        olderHref={nextCursor ? `/account/activity?${query}` : null}
      />
    </div>
  );
}
