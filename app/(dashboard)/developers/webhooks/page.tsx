import { getLanguage, titled } from "#components/language/server.ts";
import { DeveloperTabs } from "#components/shell/sections.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { AddEndpoint } from "#components/webhooks/add-endpoint.tsx";
import { EndpointList } from "#components/webhooks/endpoint-list.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { maxWebhookEndpoints } from "#lib/contract/limits.ts";
import { listEndpoints } from "#lib/webhooks/endpoints.ts";

export const generateMetadata = titled((t) => t("Webhooks"));

export default async function WebhooksPage() {
  const user = await requireUser("/developers/webhooks");
  const { t } = await getLanguage();
  const { data: endpoints } = await listEndpoints({ limit: maxWebhookEndpoints }, { userId: user.id });
  return (
    <>
      <PageHeader
        title={t("Webhooks")}
        description={t("Your URLs that receive events, so that your backend does not have to poll.")}
        actions={
          <>
            <ButtonLink href="/docs#webhooks" variant="secondary">
              {t("How to verify")}
            </ButtonLink>
            <AddEndpoint />
          </>
        }
      />
      <DeveloperTabs />
      <EndpointList endpoints={endpoints} />
    </>
  );
}
