import { writeFile } from "node:fs/promises";
import os from "node:os";
import { ProtocolError } from "#lib/images/embedded/protocol-error.ts";
import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { NothingFoundError } from "#lib/matting/nothing-found.ts";
import { lanes } from "./bounds.ts";
import type { Failure, Outcome, TaskMessage, WorkerMessage } from "./protocol.ts";
import { runInWorker } from "./run.ts";

/**
 * A pixel worker: a child process that decodes, makes and encodes pictures, one task at a time. It ends when its
 * parent does. Started by `process.ts` with its lane's name, never by hand.
 */

// The server must get its core back the moment it needs it; threads started from here on inherit this.
os.setPriority(lanes[process.argv[2] === "light" ? "light" : "heavy"].niceness);
// When the machine runs out of memory, this process is the one that can be spared (Linux only).
writeFile("/proc/self/oom_score_adj", "500").catch(() => undefined);

process.on("disconnect", () => process.exit(0));
// Ctrl-C reaches the whole process group; the parent decides when the work ends.
process.on("SIGINT", () => undefined);

process.on("message", async (message: TaskMessage) => {
  const outcome: Outcome = await runInWorker(message, (stage) =>
    send({ type: "stage", id: message.id, stage }),
  )
    .then((output): Outcome => ({ ok: true, output }))
    .catch((error: unknown): Outcome => ({ ok: false, failure: toFailure(error) }));
  send({ type: "outcome", id: message.id, outcome });
});

function send(message: WorkerMessage): void {
  // Without a parent there is nobody to tell, and `disconnect` ends this process: no error is one here.
  if (process.connected) process.send?.(message, () => undefined);
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { kind: "failed", message: String(error) };
  const stack = error.stack === undefined ? {} : { stack: error.stack };
  if (error instanceof NothingFoundError) return { kind: "nothing_found", message: error.message };
  if (error instanceof ProtocolError) return { kind: "refused", message: error.message };
  if (error instanceof UnreadableImageError)
    return { kind: "unreadable_image", message: error.message, ...stack };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { kind: "failed", message: error.message, ...stack, ...code };
}
