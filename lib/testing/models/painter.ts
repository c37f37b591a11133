// Preloaded before any deadline starts; the painter itself imports it at its first call.
import "#lib/models/call.ts";
import { type Clock, Painter, type PainterSettings } from "#lib/models/paint.ts";
import { accessOf } from "#lib/models/provider.ts";
import type { ModelCall, PaintRequest } from "#lib/models/request.ts";
import { readEnvironment } from "#lib/platform/env.ts";

/** A painter configured for servers of `serveProvider`; several models in the order of the servers. */
export function painterAt(
  servers: readonly { env: Record<string, string> }[],
  settings: Partial<PainterSettings> = {},
): Painter {
  const list = servers.map(({ env }) => env.IMAGE_MODEL).join(",");
  const values = readEnvironment(Object.assign({}, ...servers.map(({ env }) => env), { IMAGE_MODEL: list }));
  return new Painter({
    models: values.imageModels,
    access: (provider) => accessOf(provider, values),
    callsAtOnce: 8,
    ...settings,
  });
}

/** A request for a 1K scene with a deadline of ten seconds, and the list of its calls. */
export function askScene(own: Partial<PaintRequest> = {}): { request: PaintRequest; calls: ModelCall[] } {
  const calls: ModelCall[] = [];
  const request: PaintRequest = {
    mode: "scene",
    text: "an empty oak table",
    image: null,
    aspectRatio: "4:3",
    resolution: "1K",
    width: 1200,
    height: 896,
    deadlineAtMs: Date.now() + 10_000,
    signal: new AbortController().signal,
    onCall: (call) => calls.push(call),
    ...own,
  };
  return { request, calls };
}

/** A clock that advances only by `sleep` and `pass`; `slept` lists the durations. */
export function testClock(startMs = Date.now()): Clock & { slept: number[]; pass: (ms: number) => void } {
  let nowMs = startMs;
  const slept: number[] = [];
  return {
    slept,
    now: () => nowMs,
    random: () => 0,
    pass: (ms) => {
      nowMs += ms;
    },
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      slept.push(ms);
      nowMs += ms;
    },
  };
}
