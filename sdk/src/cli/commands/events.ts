import { readList, readTime } from "../arguments.ts";
import { exitStatus } from "../exit.ts";
import type { Invocation } from "../invocation.ts";
import { openClient } from "../settings.ts";
import { UsageError } from "../usage.ts";

/** `photos events replay`: sends past events to a webhook endpoint again. */
export async function replayEvents({ words, given, output, signal }: Invocation): Promise<number> {
  const [action, id, ...rest] = words;
  if (action !== "replay" || id === undefined || rest.length > 0) {
    throw new UsageError("Only events of one endpoint can be sent again.", {
      fix: "Write photos events replay ENDPOINT_ID --since TIME.",
    });
  }
  const since = readTime("since", given.since);
  if (since === undefined) throw new UsageError("--since is missing.", { fix: "Say from when on." });
  const client = await openClient(given);
  const { events } = await client.webhooks.endpoints.replay(
    id,
    { since, types: readList(given.types) },
    { signal },
  );
  output.result({ event: "replayed", endpoint: id, events }, `${events} events are sent to ${id} again.`);
  return exitStatus.done;
}
