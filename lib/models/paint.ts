import { setTimeout as delay } from "node:timers/promises";
import { type BreakerStatus, CircuitBreaker } from "../platform/circuit-breaker.ts";
import { type FairLimiter, limitFairly } from "../platform/fair-limit.ts";
import { log } from "../platform/log.ts";
import { countModelCall } from "../platform/metrics.ts";
import type { ModelName, ModelProvider } from "../platform/model-providers.ts";
import { because } from "../platform/reasons.ts";
import { traced } from "../platform/tracing.ts";
import type { CallResult } from "./call.ts";
import { failureKinds, ModelCallError, ModelRefusedError, ModelUnavailableError } from "./failure.ts";
import { familyOf } from "./families/index.ts";
import type { ProviderAccess } from "./provider.ts";
import type { ModelCall, PaintedPicture, PaintRequest } from "./request.ts";

/** The painter's clock, which tests replace. */
export interface Clock {
  /** Unix time in milliseconds. */
  now: () => number;
  /** Rejects with the signal's reason if it is aborted first. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, less than 1. */
  random: () => number;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
  },
};

/** Attempts per model and picture. */
const maxAttempts = 3;
/** Share of the remaining time that a model may use while other models follow it. */
const shareWithFollowers = 0.6;
/** No model paints faster: such a call would only cost money. */
const shortestAttemptMs = 1_500;
/** A timeout shorter than this does not count as the provider's failure. */
const fairAttemptMs = 10_000;
const firstPauseMs = 500;

export interface PainterSettings {
  /** In order of preference. */
  models: readonly ModelName[];
  access: (provider: ModelProvider) => ProviderAccess;
  /** Concurrent calls per provider. */
  callsAtOnce: number;
  clock?: Clock;
  /** Overrides of the limits, for tests. */
  fairMs?: number;
  shortestMs?: number;
}

type Attempt = { bytes: Uint8Array } | { bytes: null; failure: ModelCallError };

/** Paints with a list of models within one deadline: retries a model, then falls back to the next one. */
export class Painter {
  readonly #settings: PainterSettings;
  readonly #clock: Clock;
  readonly #breakers = new Map<ModelProvider, CircuitBreaker>();
  readonly #slots: FairLimiter;

  constructor(settings: PainterSettings) {
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
    this.#slots = limitFairly({
      atOnce: Number.POSITIVE_INFINITY,
      atOncePerCaller: settings.callsAtOnce,
      maxWaitingPerCaller: Number.POSITIVE_INFINITY,
    });
    for (const { provider } of settings.models) {
      this.#breakers.set(provider, new CircuitBreaker({ now: () => this.#clock.now() }));
    }
  }

  /** As `paintPicture` of index.ts. */
  async paint(request: PaintRequest): Promise<PaintedPicture> {
    const models = this.#settings.models.filter(
      (model) => request.mode === "scene" || familyOf(model).inputPictures > 0,
    );
    if (models.length === 0) {
      throw new ModelUnavailableError(because("models_cannot_edit"), {
        retryable: false,
      });
    }
    const failures: ModelCallError[] = [];
    for (const [index, model] of models.entries()) {
      const leftMs = request.deadlineAtMs - this.#clock.now();
      if (leftMs < this.#shortestMs) break;
      const ownMs = index < models.length - 1 ? leftMs * shareWithFollowers : leftMs;
      const result = await this.#tryModel(model, request, this.#clock.now() + ownMs);
      const id = `${model.provider}/${model.name}`;
      if (result.bytes) return { bytes: result.bytes, model: id };
      if (result.failure.kind === "refused") throw new ModelRefusedError(id, result.failure);
      failures.push(result.failure);
    }
    const isForOperator = ({ kind }: ModelCallError) => kind === "misconfigured" || kind === "rejected";
    throw new ModelUnavailableError(because("models_too_slow"), {
      retryable: failures.length === 0 || !failures.every(isForOperator),
      failures,
    });
  }

  /** The state of each provider's circuit breaker. */
  states(): Record<string, BreakerStatus> {
    return Object.fromEntries([...this.#breakers].map(([provider, breaker]) => [provider, breaker.status()]));
  }

  get #shortestMs(): number {
    return this.#settings.shortestMs ?? shortestAttemptMs;
  }

  /** Calls one model until it paints, fails permanently, or its time is over. */
  async #tryModel(model: ModelName, request: PaintRequest, endsAtMs: number): Promise<Attempt> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#attempt(model, request, endsAtMs);
      if (result.bytes) return result;
      const { kind, retryAfterMs } = result.failure;
      if (!failureKinds[kind].isPassing || attempt === maxAttempts) return result;
      const pauseMs =
        (retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1)) + firstPauseMs * this.#clock.random();
      if (this.#clock.now() + pauseMs + this.#shortestMs > endsAtMs) return result;
      await this.#clock.sleep(pauseMs, request.signal);
    }
  }

  /** One call, once a slot of the provider is free. Throws only the reason of the caller's signal. */
  async #attempt(model: ModelName, request: PaintRequest, endsAtMs: number): Promise<Attempt> {
    const timeout = AbortSignal.timeout(clampDelay(endsAtMs - this.#clock.now()));
    const signal = AbortSignal.any([request.signal, timeout]);
    const leave = await this.#slots.take(model.provider, signal).catch(() => null);
    request.signal.throwIfAborted();
    if (!leave) return { bytes: null, failure: new ModelCallError("no_place") };
    try {
      const access = this.#settings.access(model.provider);
      // Imported lazily: a process that paints nothing starts without the providers' code.
      const { callModel } = await import("./call.ts");
      const breaker = this.#breakers.get(model.provider);
      if (breaker && !breaker.enter()) return { bytes: null, failure: new ModelCallError("circuit_open") };
      const startedAt = performance.now();
      const { provider, name } = model;
      const attributes = { "photos.provider": provider, "photos.model": name };
      const result = await traced("image model", { kind: "client", attributes }, async (span) => {
        const called = await callModel({ model, request, signal, access });
        if (called.failure) span.end(called.failure.kind);
        return called;
      });
      const durationMs = Math.round(performance.now() - startedAt);
      const isAborted = request.signal.aborted;
      breaker?.leave(isAborted ? null : verdict(result, durationMs, this.#settings.fairMs ?? fairAttemptMs));
      const outcome = isAborted ? "aborted" : (result.failure?.kind ?? "succeeded");
      const call = { provider, model: name, outcome, costMicros: result.costMicros, durationMs };
      if (result.failure) logFailure(call, result.failure);
      countModelCall(call);
      request.onCall(call);
      request.signal.throwIfAborted();
      return result;
    } finally {
      leave();
    }
  }
}

/** Safe to log: a ModelCallError contains nothing that was sent or received. */
function logFailure(call: ModelCall, { status, code, retryAfterMs }: ModelCallError): void {
  log.warn({ ...call, status, code, retryAfterMs }, "an image model gave no picture");
}

/** What a result implies about the provider's health. */
function verdict({ failure }: CallResult, durationMs: number, fairMs: number): "works" | "fails" | null {
  if (!failure) return "works";
  if (failure.kind === "timed_out" && durationMs < fairMs) return null;
  return failureKinds[failure.kind].provider;
}

/** Timers take whole milliseconds, and at most about a day here. */
function clampDelay(ms: number): number {
  return Math.round(Math.min(Math.max(ms, 0), 100_000_000));
}
