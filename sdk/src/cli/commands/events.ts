import { readList, readTime } from "../arguments.ts";
import { exitStatus } from "../exit.ts";
import type { Invocation } from "../invocation.ts";
import { openClient } from "../settings.ts";
import { UsageError } from "../usage.ts";

/** `photos events replay`: sends past events to a webhook endpoint again. */
export async function replayEvents({ words, given, output, signal }: Invocation): Promise<number> {
  const [action, id, ...rest] = words;
  if (action !== "replay" || id === undefined || rest.length > 0) {
    throw new UsageError("Exactly one webhook endpoint is required.", {
      fix: "Use photos events replay ENDPOINT_ID --since TIME.",
    });
  }
  const since = readTime("since", given.since);
  if (since === undefined)
    throw new UsageError("--since is missing.", { fix: "Pass the time of the first event to send again." });
  const client = await openClient(given);
  const { events } = await client.webhooks.endpoints.replay(
    id,
    { since, types: readList(given.types) },
    { signal },
  );
  output.result({ event: "replayed", endpoint: id, events }, `Sending ${events} events to ${id} again.`);
  return exitStatus.done;
}
