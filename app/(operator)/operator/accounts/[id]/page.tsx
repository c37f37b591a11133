import { notFound } from "next/navigation";
import { getLanguage, titled } from "#components/language/server.ts";
import { AccountHead } from "#components/operator/account-head.tsx";
import { AccountLists } from "#components/operator/account-lists.tsx";
import { WorkList } from "#components/operator/work-list.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireOperator } from "#lib/auth/operator.ts";
import { type PageOf, single } from "#lib/platform/search.ts";
import { readDesk, shownSteps } from "#lib/support/account.ts";
import { findLinkOf } from "#lib/support/links.ts";
import * as all from "../../actions.ts";

const actions = {
  ask: all.ask,
  changeBalance: all.changeBalance,
  endRequest: all.endRequest,
  refund: all.refund,
  resume: all.resume,
  retry: all.retry,
  sendEventAgain: all.sendEventAgain,
  sendMailAgain: all.sendMailAgain,
  startView: all.startView,
  suspend: all.suspend,
};

export const generateMetadata = titled((t) => t("Support desk"), {}, requireOperator);

export default async function DeskPage({ params, searchParams }: PageOf<"work" | "shown", "id">) {
  const operator = await requireOperator();
  const [{ id }, given] = await Promise.all([params, searchParams]);
  const workId = single(given.work) ?? null;
  const shown = shownSteps.find((step) => String(step) === given.shown) ?? shownSteps[0];
  const desk = await readDesk(id, { workId, shown });
  if (!desk) notFound();
  const { t } = await getLanguage();
  const { userId, email, name } = desk.account;
  const link = await findLinkOf(operator.id, userId);
  const next = shownSteps.find((step) => step > shown);
  const query = new URLSearchParams({ ...(workId !== null && { work: workId }), shown: String(next) });
  const more = next === undefined ? null : { from: shown, href: `/operator/accounts/${userId}?${query}` };
  return (
    <div className="space-y-5">
      <PageHeader
        title={email}
        description={name}
        actions={
          <ButtonLink href="/operator" variant="secondary">
            {t("Support desk")}
          </ButtonLink>
        }
      />
      <AccountHead desk={desk} link={link} actions={actions} />
      <WorkList work={desk.work} actions={actions} more={more} />
      <AccountLists desk={desk} actions={actions} more={more} />
    </div>
  );
}
