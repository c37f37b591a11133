import { watchWork } from "../generations/notify/outcome.ts";
import { isDraining, onDraining } from "../platform/process.ts";

/** Concurrent streams per user in this process; further pages poll instead. */
const streamsPerUser = 8;
/** Keeps proxies, and this process, aware that the connection is alive. */
const heartbeatMs = 20_000;
/** After this the browser reconnects and authenticates again. */
const longestMs = 10 * 60_000;
const reconnectMs = 2_000;
/** A reader with this many unread events is gone, or will poll. */
const maxUnread = 200;

export interface Reader {
  userId: string;
  /** Checked at every heartbeat. */
  isSignedIn: () => Promise<boolean>;
}

const streams = new Map<string, number>();

/**
 * Server-sent events of a user's work, from every process: one each time a piece of work progresses or ends. Missed
 * events are not repeated: a page also polls the state, and an event only makes it poll sooner. The stream ends with
 * its reader, its session, when the process drains, and after `longestMs`.
 */
export function streamWorkEvents(reader: Reader, signal: AbortSignal): Response {
  const { userId } = reader;
  const count = streams.get(userId) ?? 0;
  if (isDraining()) return refuse(503, reconnectMs / 1000);
  if (count >= streamsPerUser) return refuse(429, 60);
  streams.set(userId, count + 1);
  const headers = {
    "Content-Type": "text/event-stream",
    // Otherwise a compressing server or a proxy would buffer events.
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  const body = eventStream(reader, signal, () => {
    const left = (streams.get(userId) ?? 1) - 1;
    if (left > 0) streams.set(userId, left);
    else streams.delete(userId);
  });
  return new Response(body, { headers });
}

function refuse(status: number, retryAfterSeconds: number): Response {
  const headers = { "Cache-Control": "no-store", "Retry-After": String(retryAfterSeconds) };
  return new Response(null, { status, headers });
}

function eventStream(
  { userId, isSignedIn }: Reader,
  signal: AbortSignal,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => {
        if ((controller.desiredSize ?? 0) < -maxUnread) return end();
        controller.enqueue(encoder.encode(`${text}\n\n`));
      };
      const stopWatching = watchWork(({ userId: owner, id, batchId, status, stage = null }) => {
        if (owner === userId) say(`data: ${JSON.stringify({ id, batchId, status, stage })}`);
      });
      const beat = async () => {
        if (await isSignedIn()) say(": alive");
        else end();
      };
      // A database that does not respond ends no stream.
      const heartbeat = setInterval(() => void beat().catch(() => say(": alive")), heartbeatMs).unref();
      const limit = setTimeout(() => end(), longestMs).unref();
      const stopWaiting = onDraining(() => end());
      let isOver = false;
      end = () => {
        if (isOver) return;
        isOver = true;
        stopWatching();
        stopWaiting();
        clearInterval(heartbeat);
        clearTimeout(limit);
        signal.removeEventListener("abort", end);
        onEnd();
        try {
          controller.close();
        } catch {
          // The reader has closed the stream first.
        }
      };
      signal.addEventListener("abort", end);
      say(`retry: ${reconnectMs}`);
      if (signal.aborted) end();
    },
    cancel: () => end(),
  });
}
