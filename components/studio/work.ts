import { refreshBalance } from "#components/shell/balance-store.ts";
import { ApiProblem } from "#lib/api/client.ts";
import { askForWork, type Pause, type WorkAnswer } from "./ask.ts";
import { noteDuration } from "./durations.ts";
import { createLanes } from "./lanes.ts";
import { localId, type Problem, type Settings, type Shot } from "./model.ts";
import { createStepWatch } from "./steps.ts";
import type { Bench } from "./store.ts";

const shotsAtOnce = 2;
/** Problems that every waiting shot would meet as well. */
const blocking = ["insufficient_credits", "no_active_subscription", "invalid_api_key", "missing_api_key"];

/** The work asked for: queued, at most two at a time, tried again without double charge. */
export function createWork(bench: Bench, onBalance: (left: WorkAnswer["credits_remaining"]) => void) {
  const { get, update, closed } = bench;
  const watchSteps = createStepWatch(bench);
  const inLane = createLanes(shotsAtOnce);
  const calls = new Map<string, AbortController>();

  const find = (id: string) => get().shots.find((shot) => shot.id === id);
  const change = (id: string, part: Partial<Shot>) =>
    update(({ shots }) => ({ shots: shots.map((shot) => (shot.id === id ? { ...shot, ...part } : shot)) }));

  function queue(id: string): void {
    inLane(async () => {
      const shot = find(id);
      if (shot?.state !== "waiting" || closed.aborted) return;
      const call = new AbortController();
      calls.set(id, call);
      const signal = AbortSignal.any([call.signal, closed]);
      change(id, { state: "running", startedAtMs: Date.now() });
      void watchSteps();
      try {
        const answer = await askForWork(shot, (pause) => rest(id, pause), signal);
        const durationMs = Date.now() - (find(id)?.startedAtMs ?? Date.now());
        noteDuration(shot, durationMs);
        const { result_url: resultUrl, credits_used: creditsUsed } = answer;
        change(id, { state: "done", resultUrl, creditsUsed, durationMs, note: null });
        onBalance(answer.credits_remaining);
      } catch (error) {
        if (signal.aborted) return;
        refuse(id, problemOf(error));
        void refreshBalance();
      } finally {
        calls.delete(id);
      }
    });
  }

  function rest(id: string, pause: Pause | null): void {
    if (pause) change(id, { note: pause.note, ...(pause.idle && { state: "waiting" }) });
    else if (find(id)?.state === "waiting")
      change(id, { state: "running", note: null, startedAtMs: Date.now(), step: null });
    void watchSteps();
  }

  function refuse(id: string, problem: Problem): void {
    change(id, { state: "failed", problem, note: null });
    if (!blocking.includes(problem.code)) return;
    update(({ shots }) => ({
      shots: shots.map((shot) => (shot.state === "waiting" ? { ...shot, state: "failed", problem } : shot)),
    }));
  }

  function add(wanted: readonly Pick<Shot, "kind" | "sourceName" | "imageUrl" | "settings">[]): void {
    const added = wanted.map(
      (shot): Shot => ({
        ...shot,
        id: localId(),
        state: "waiting",
        note: null,
        problem: null,
        idempotencyKey: localId(),
        startedAtMs: null,
        step: null,
        durationMs: null,
        resultUrl: null,
        creditsUsed: null,
      }),
    );
    update(({ shots, onStage }) => ({
      shots: [...added.toReversed(), ...shots],
      onStage: added[0]?.id ?? onStage,
    }));
    for (const { id } of added) queue(id);
  }

  function retry(id: string): void {
    const shot = find(id);
    if (shot?.state !== "failed") return;
    // A request whose answer was lost keeps its key and gets that answer; a refused one is asked anew.
    const idempotencyKey = shot.problem?.code === lostCode ? shot.idempotencyKey : localId();
    change(id, { state: "waiting", problem: null, idempotencyKey, startedAtMs: null, step: null });
    queue(id);
  }

  return {
    /** One photo of every chosen picture that has arrived, with the settings of now. */
    generate: () => {
      const { sources, settings } = get();
      const chosen = sources.flatMap(({ selected, imageUrl, name }) =>
        selected && imageUrl ? [{ kind: "photo" as const, sourceName: name, imageUrl, settings }] : [],
      );
      add(chosen);
    },

    /** Another photo from the same picture, with other settings where given. */
    again: ({ sourceName, imageUrl, settings }: Shot, other: Partial<Settings> = {}) =>
      add([{ kind: "photo", sourceName, imageUrl, settings: { ...settings, ...other } }]),

    cutOut: (imageUrl: string, sourceName: string) =>
      add([{ kind: "cutout", sourceName, imageUrl, settings: get().settings }]),

    retry,

    retryBlocked: () => {
      for (const shot of get().shots.toReversed()) if (isBlocked(shot)) retry(shot.id);
    },

    /** Takes a shot that waits or failed off the list; one that is being made stays, for it is charged. */
    dismiss: (id: string) => {
      if (find(id)?.state === "waiting") calls.get(id)?.abort();
      update(({ shots, sources, onStage }) => {
        const rest = shots.filter(
          (shot) => shot.id !== id || shot.state === "running" || shot.state === "done",
        );
        const gone = rest.length < shots.length && onStage === id;
        return { shots: rest, onStage: gone ? (rest[0]?.id ?? sources.at(-1)?.id ?? null) : onStage };
      });
    },

    /** Goes on with what an earlier visit left waiting. */
    resume: () => {
      for (const shot of get().shots.toReversed()) if (shot.state === "waiting") queue(shot.id);
    },
  };
}

const lostCode = "connection_lost";

/** Whether a shot waits for credits, a plan, or signing in. */
export function isBlocked(shot: Shot): boolean {
  return shot.state === "failed" && blocking.includes(shot.problem?.code ?? "");
}

function problemOf(error: unknown): Problem {
  if (error instanceof ApiProblem) return { code: error.code, message: error.message, fix: error.fix };
  const fix = "Nothing is lost: trying again brings the photo, and it is charged once.";
  return { code: lostCode, message: "There is no connection to the service.", fix };
}
