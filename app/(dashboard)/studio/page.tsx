import type { Metadata } from "next";
import { getLanguage } from "#components/language/server.ts";
import { Studio } from "#components/studio/studio.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { getPageAccount, requireUser } from "#lib/auth/page.ts";
import { orderList } from "#lib/contract/batches/schemas.ts";
import { toWire } from "#lib/contract/wire.ts";
import { listRecentOrders } from "#lib/generations/batches/read.ts";
import { defaultMode } from "#lib/generations/kinds/modes/choice.ts";
import { configuredModels } from "#lib/models/configured.ts";
import { maxUploadBytes } from "#lib/platform/env.ts";
import type { PageOf } from "#lib/platform/search.ts";
import { listSamples } from "#lib/samples/index.ts";
import { sceneCatalogue } from "#lib/scenes/catalogue.ts";

export const metadata: Metadata = { title: "Studio" };

export default async function StudioPage({ searchParams }: PageOf<"scene">) {
  const { scene: asked } = await searchParams;
  const scene = sceneCatalogue().find(({ id }) => id === asked)?.id ?? null;
  const user = await requireUser(scene ? `/studio?scene=${scene}` : "/studio");
  const [{ monthly, topup, total, status }, samples, orders] = await Promise.all([
    getPageAccount(user.id),
    listSamples(),
    listRecentOrders({ userId: user.id }),
  ]);
  const { t } = await getLanguage();
  return (
    <>
      <h1 className="sr-only">{t("Studio")}</h1>
      <noscript>
        <Callout tone="warn" className="mb-4">
          {t("The studio needs JavaScript. Without it, photos can be made through the API.")}
        </Callout>
      </noscript>
      <Studio
        userId={user.id}
        balance={{ monthly, topup, total }}
        samples={samples}
        maxFileBytes={maxUploadBytes()}
        modes={{ models: configuredModels(), defaultMode: defaultMode() }}
        status={status}
        scene={scene}
        orders={orderList.parse(toWire(orders))}
      />
    </>
  );
}
