import { ArrowLeft } from "lucide-react";
import { notFound } from "next/navigation";
import { getLanguage, titled } from "#components/language/server.ts";
import { TextLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { PageHeader } from "#components/ui/page.tsx";
import { Time } from "#components/ui/time.tsx";
import { DeliveryList, filters } from "#components/webhooks/delivery-list.tsx";
import { EndpointActions } from "#components/webhooks/endpoint-actions.tsx";
import { EndpointBadge, EventBadges, hostOf } from "#components/webhooks/endpoint-list.tsx";
import { describePause } from "#components/webhooks/texts.ts";
import { requireUser } from "#lib/auth/page.ts";
import { maxHeldWebhooks, webhookHeldHours } from "#lib/contract/limits.ts";
import { webhookEndpointRequest } from "#lib/contract/webhooks/schemas.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { type PageOf, single } from "#lib/platform/search.ts";
import { listDeliveries } from "#lib/webhooks/deliveries.ts";
import { requireEndpoint } from "#lib/webhooks/endpoints.ts";

export const generateMetadata = titled((t) => t("Webhook endpoint"));

const pageSize = 25;

export default async function EndpointPage({ params, searchParams }: PageOf<"status" | "cursor", "id">) {
  const { id } = await params;
  const { t } = await getLanguage();
  const user = await requireUser(`/developers/webhooks/${encodeURIComponent(id)}`);
  const given = await searchParams;
  const filter = filters.find((one) => one === given.status) ?? "all";
  const status = filter === "all" ? undefined : filter;
  const cursor = single(given.cursor);
  const by = { userId: user.id };
  // Reads the endpoint after its deliveries, so that the page never shows a received delivery next to an outdated
  // `failing` state.
  const read = async () => {
    const deliveries = await listDeliveries({ id, status, cursor, limit: pageSize }, by);
    return { deliveries, endpoint: await requireEndpoint({ id }, by) };
  };
  const { endpoint, deliveries } = await read().catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) notFound();
    throw error;
  });
  const { url, description, pauseReason, failingSince, isVerified } = endpoint;
  const { nextCursor } = deliveries;
  const query = new URLSearchParams({ ...(status && { status }), ...(nextCursor && { cursor: nextCursor }) });
  return (
    <>
      <p className="mb-3 text-sm">
        <TextLink href="/developers/webhooks" className="inline-flex items-center gap-1.5">
          <ArrowLeft aria-hidden className="size-3.5" /> {t("Webhooks")}
        </TextLink>
      </p>
      <PageHeader
        title={description ?? hostOf(url)}
        description={
          <>
            <span className="break-all font-mono text-xs">{url}</span>
            <span className="mt-2 flex flex-wrap items-center gap-2">
              <EndpointBadge endpoint={endpoint} />
              <EventBadges events={endpoint.events} />
            </span>
          </>
        }
        actions={
          <EndpointActions
            id={id}
            isPaused={endpoint.status === "paused"}
            fields={{
              url,
              description: description ?? "",
              events: webhookEndpointRequest.shape.events.parse(endpoint.events),
            }}
          />
        }
      />
      <div className="space-y-5">
        {pauseReason && (
          <Callout tone="warn" title={t("Nothing is sent to this endpoint")}>
            {describePause(endpoint, t)} {t("Waiting deliveries are sent when you enable it.")}
          </Callout>
        )}
        {!pauseReason && !isVerified && (
          <Callout tone="warn" title={t("This endpoint is waiting for its first 2xx")}>
            {t(
              "Until it answers a signed test with 2xx, it receives only tests; then the held events are sent. Add its secret to your backend and send a test. Up to {count, number} events are held, for {hours} hours.",
              { count: maxHeldWebhooks, hours: webhookHeldHours },
            )}
          </Callout>
        )}
        {!pauseReason && failingSince && (
          <Callout tone="danger" title={t("This endpoint is failing")}>
            {t("No delivery succeeded since")} <Time at={failingSince} withTime />.{" "}
            {t("Check its responses, then send the deliveries again.")}
          </Callout>
        )}
        <DeliveryList
          endpointId={id}
          deliveries={deliveries.data}
          filter={filter}
          olderHref={nextCursor ? `/developers/webhooks/${id}?${query}` : null}
          isPaused={endpoint.status === "paused"}
        />
      </div>
    </>
  );
}
