import { db } from "../db/index.ts";
import { type ErrorIssue, issueOf } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { FetchFailedError, UnsafeUrlError } from "../safe-fetch/failure.ts";
import { hostOfUrl } from "./budget.ts";
import { endpointFetcher } from "./target.ts";

/** The address of a webhook of one piece of work, and the endpoint whose secret, state and turns it has. */
export interface WebhookOfWork {
  url: string;
  endpointId: string;
}

/**
 * The webhooks for these addresses, in order; undefined without an address, and an issue for one that is unusable or
 * whose host has no enabled endpoint of the account that has answered with 2xx.
 */
export async function findWebhooks(
  urls: readonly (string | undefined)[],
  { userId }: { userId: string },
): Promise<(WebhookOfWork | ErrorIssue | undefined)[]> {
  if (urls.every((url) => url === undefined)) return urls.map(() => undefined);
  const endpoints = await db().webhookEndpoint.findMany({
    where: { userId, deletedAt: null, status: "enabled", verifiedAt: { not: null } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, url: true },
  });
  // Of several with the same host, the oldest one.
  const byHost = new Map(endpoints.toReversed().map(({ id, url }) => [hostOfUrl(url), id]));
  return urls.map((url) => {
    if (url === undefined) return undefined;
    try {
      endpointFetcher().checkForm(url);
    } catch (error) {
      if (!(error instanceof UnsafeUrlError || error instanceof FetchFailedError)) throw error;
      return { path: "webhook_url", message: error.message };
    }
    const host = hostOfUrl(url);
    const endpointId = byHost.get(host);
    return endpointId
      ? { url, endpointId }
      : issueOf("webhook_url", because("webhook_host_unverified", { host }));
  });
}
