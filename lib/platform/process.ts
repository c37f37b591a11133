import { newId } from "./ids.ts";
import { lazy } from "./lazy.ts";

interface ProcessState {
  bootId: string;
  isDraining: boolean;
  /** Called once, when draining begins. */
  onDraining: Set<() => void>;
  /** How many times each piece of work is running. */
  running: Map<string, number>;
}

const state = lazy(
  (): ProcessState => ({
    bootId: newId("boot"),
    isDraining: false,
    onDraining: new Set(),
    running: new Map(),
  }),
);

/** Identifies this run of this process: charges store it, so that orphans of a crash can be found. */
export function bootId(): string {
  return state().bootId;
}

/** Stops taking new work while running work finishes. Irreversible. */
export function startDraining(): void {
  state().isDraining = true;
  for (const act of state().onDraining) act();
  state().onDraining.clear();
}

/** Calls `act` once the process drains, unless the returned function was called before. */
export function onDraining(act: () => void): () => void {
  const { onDraining: waiting, isDraining: hasBegun } = state();
  if (hasBegun) act();
  else waiting.add(act);
  return () => void waiting.delete(act);
}

export function isDraining(): boolean {
  return state().isDraining;
}

/**
 * Counts work (the claim of an idempotency key) as running in this process. Claims in the database with this boot id
 * that are not running are lost, and the sweep releases them.
 */
export function beginWork(name: string): void {
  const { running } = state();
  running.set(name, (running.get(name) ?? 0) + 1);
}

export function endWork(name: string): void {
  const { running } = state();
  const left = (running.get(name) ?? 0) - 1;
  if (left > 0) running.set(name, left);
  else running.delete(name);
}

export function isRunning(name: string): boolean {
  return countWork(name) > 0;
}

/** How many times work of this name is running in this process. */
export function countWork(name: string): number {
  return state().running.get(name) ?? 0;
}

/** How many names of work are running in this process. */
export function countRunning(): number {
  return state().running.size;
}
