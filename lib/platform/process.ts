import { newId } from "./ids.ts";
import { processSlot } from "./process-slot.ts";

interface ProcessState {
  bootId: string;
  isDraining: boolean;
  /** Called once, when the draining begins. */
  onDraining: Set<() => void>;
  /** How many times each piece of work is running. */
  running: Map<string, number>;
}

const state = processSlot(
  "process",
  (): ProcessState => ({
    bootId: newId("boot"),
    isDraining: false,
    onDraining: new Set(),
    running: new Map(),
  }),
);

/** Identity of this run of this process: charges carry it, so that orphans of a crash are known. */
export function bootId(): string {
  return state().bootId;
}

/** From now on this process finishes what runs and takes no turn at anything new; there is no way back. */
export function startDraining(): void {
  const shared = state();
  shared.isDraining = true;
  for (const act of shared.onDraining) act();
  shared.onDraining.clear();
}

/** Calls `act` once the process drains, unless the function that it returns was called before. */
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
 * Counts a piece of work (the claim of an idempotency key) as running here. What the database
 * holds open under this boot id and is not running was lost on the way, and the sweep gives it back.
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

/** How many times a piece of work is running here. */
export function countWork(name: string): number {
  return state().running.get(name) ?? 0;
}

/** How many pieces of work run in this process now. */
export function countRunning(): number {
  return state().running.size;
}
