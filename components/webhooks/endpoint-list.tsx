import { ChevronRight, Webhook } from "lucide-react";
import Link from "next/link";
import { allEvents } from "#lib/contract/webhooks/events.ts";
import type { EndpointInfo } from "#lib/webhooks/endpoints.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/page.tsx";
import { endpointState } from "./texts.ts";

export async function EndpointList({ endpoints }: { endpoints: readonly EndpointInfo[] }) {
  const { t } = await getLanguage();
  if (endpoints.length === 0) {
    return (
      <EmptyState icon={Webhook} title={t("No endpoints yet")}>
        {t(
          "Enter a URL of your backend: it receives an event when a photo is done, a batch is complete or credits run low.",
        )}
      </EmptyState>
    );
  }
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {endpoints.map((endpoint) => (
          <li
            key={endpoint.id}
            className="relative flex items-center gap-x-4 gap-y-2 px-5 py-4 hover:bg-sunken/50 max-sm:flex-wrap"
          >
            <div className="min-w-0 flex-1 max-sm:basis-full">
              <Link
                href={`/developers/webhooks/${endpoint.id}`}
                className="block rounded-sm font-medium text-sm after:absolute after:inset-0"
              >
                {endpoint.description ?? hostOf(endpoint.url)}
              </Link>
              <p className="mt-0.5 truncate font-mono text-muted text-xs">{endpoint.url}</p>
              <p className="mt-2">
                <EventBadges events={endpoint.events} />
              </p>
            </div>
            <EndpointBadge endpoint={endpoint} />
            <ChevronRight aria-hidden className="size-4 shrink-0 text-faint max-sm:ml-auto" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export async function EndpointBadge({ endpoint }: { endpoint: EndpointInfo }) {
  const { t } = await getLanguage();
  const { word, tone } = endpointState(endpoint, t);
  return <Badge tone={tone}>{word}</Badge>;
}

export async function EventBadges({ events }: { events: readonly string[] }) {
  const { t } = await getLanguage();
  return (
    <span className="flex flex-wrap gap-1.5">
      {events.map((event) => (
        <Badge key={event} className="font-mono text-2xs">
          {event === allEvents ? t("every event") : event}
        </Badge>
      ))}
    </span>
  );
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
