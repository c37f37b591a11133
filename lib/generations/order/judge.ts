import { setTimeout as delay } from "node:timers/promises";
import { countPreview } from "#lib/accounts/preview-limit.ts";
import { judgedPerEstimate, judgeSeconds } from "#lib/contract/limits.ts";
import { judgeStudioPhoto } from "#lib/imaging/index.ts";
import type { JudgedPhoto } from "#lib/imaging/worker/protocol.ts";
import { log } from "#lib/platform/log.ts";
import type { CompletePhoto, WorkRequest } from "../kinds/kind.ts";
import { asSmallPhoto } from "./small-photo.ts";

const taskTimeoutMs = 45_000;

/**
 * What the pictures of the requests mean for the ordered photos; null for cut-outs, and for everything when there are
 * too many photos. A picture that cannot be judged in time is null too: an estimate never fails because of it.
 */
export function judgeOrders(
  requests: readonly WorkRequest<CompletePhoto>[],
  by: { userId: string },
): Promise<(JudgedPhoto | null)[]> {
  const photos = requests.filter(({ operation }) => operation === "generate").length;
  return Promise.all(
    requests.map(async ({ operation, request }) =>
      operation === "generate" && photos <= judgedPerEstimate ? await judge(request, by) : null,
    ),
  );
}

/** The task continues after the limit, so that the next estimate, preview or photo finds the cut-out. */
async function judge(order: CompletePhoto, { userId }: { userId: string }): Promise<JudgedPhoto | null> {
  const deadlineAtMs = Date.now() + taskTimeoutMs;
  const signal = AbortSignal.timeout(taskTimeoutMs);
  const judged = countPreview(userId)
    .then(() => asSmallPhoto(order, { userId, signal, deadlineAtMs }, judgeStudioPhoto))
    .catch((error: unknown) => {
      log.debug({ err: error }, "the picture of an estimate was not judged");
      return null;
    });
  return await Promise.race([judged, delay(judgeSeconds * 1000, null, { ref: false })]);
}
