import { getLanguage, titled } from "#components/language/server.ts";
import { OverviewCards } from "#components/operator/overview.tsx";
import { Search } from "#components/operator/search.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { requireOperator } from "#lib/auth/operator.ts";
import { readParts } from "#lib/http/ready.ts";
import { mostFound } from "#lib/support/find.ts";
import { readOverview } from "#lib/support/overview.ts";
import { search } from "./actions.ts";

export const generateMetadata = titled((t) => t("Support desk"), {}, requireOperator);

export default async function OperatorPage() {
  await requireOperator();
  const [{ t }, overview, parts] = await Promise.all([getLanguage(), readOverview(), readParts()]);
  return (
    <>
      <PageHeader
        title={t("Support desk")}
        description={t("Find an account, and check the state of the service.")}
      />
      <Search action={search} most={mostFound} />
      <OverviewCards overview={overview} parts={parts} />
    </>
  );
}
