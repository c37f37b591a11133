import { limitConcurrency } from "#lib/platform/concurrency.ts";

/** Ends a case that cannot run here; the text says what it needs. */
export class Skipped extends Error {}

/** What came is not what the contract says. */
export class Mismatch extends Error {}

export interface Case {
  /** The operation, or what else is called. */
  subject: string;
  name: string;
  run: () => Promise<void>;
}

interface GroupResult {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

/** Cases that run at once: enough to keep two cores busy, few enough that no queue of the service fills. */
const atOnce = 6;

/** Failures of a group whose first characters are equal count as one kind; so many of them are shown. */
const kindLength = 80;
const shownOfKind = 5;

/** Runs groups of cases one after the other, the cases of a group concurrently, and counts them. */
export class Suite {
  readonly groups: GroupResult[] = [];
  readonly failures: string[] = [];
  readonly skips = new Map<string, number>();
  readonly #pattern: RegExp | null;
  readonly #slowest: { name: string; seconds: number }[] = [];
  readonly #kinds = new Map<string, number>();
  readonly #startedAtMs = performance.now();

  constructor(pattern: string | undefined) {
    this.#pattern = pattern === undefined ? null : new RegExp(pattern, "i");
  }

  /** Whether only a part runs, so that nothing can be said about what is missing. */
  get isPartial(): boolean {
    return this.#pattern !== null;
  }

  /** Whether any of the cases runs. */
  includes(name: string, cases: readonly Case[]): boolean {
    return this.#choose(name, cases).length > 0;
  }

  #choose(name: string, cases: readonly Case[]): readonly Case[] {
    return cases.filter((one) => this.#pattern?.test(`${name}: ${one.subject}: ${one.name}`) ?? true);
  }

  async run(
    name: string,
    cases: readonly Case[],
    { parallel = atOnce }: { parallel?: number } = {},
  ): Promise<void> {
    const startedAtMs = performance.now();
    const known = this.groups.find((group) => group.name === name);
    const result: GroupResult = known ?? { name, passed: 0, failed: 0, skipped: 0, seconds: 0 };
    const limit = limitConcurrency({ atOnce: parallel, maxWaiting: Number.POSITIVE_INFINITY });
    const chosen = this.#choose(name, cases);
    await Promise.all(chosen.map((one) => limit(() => this.#runCase(result, one))));
    result.seconds += (performance.now() - startedAtMs) / 1000;
    if (chosen.length > 0 && !known) this.groups.push(result);
  }

  async #runCase(result: GroupResult, one: Case): Promise<void> {
    const startedAtMs = performance.now();
    await this.#countCase(result, one);
    const seconds = (performance.now() - startedAtMs) / 1000;
    this.#slowest.push({ name: `${one.subject}: ${one.name}`, seconds });
    this.#slowest.sort((a, b) => b.seconds - a.seconds).splice(shownOfKind);
  }

  async #countCase(result: GroupResult, { subject, name, run }: Case): Promise<void> {
    try {
      await run();
      result.passed += 1;
    } catch (error) {
      if (error instanceof Skipped) {
        result.skipped += 1;
        this.skips.set(error.message, (this.skips.get(error.message) ?? 0) + 1);
        return;
      }
      result.failed += 1;
      const why = error instanceof Mismatch ? error.message : String((error as Error).stack);
      const line = `${result.name}: ${subject}: ${name}: ${why}`;
      this.failures.push(line);
      // One cause can fail hundreds of cases: the report has them all, the terminal the first ones.
      const kind = `${result.name}: ${why.slice(0, kindLength)}`;
      const known = this.#kinds.get(kind) ?? 0;
      this.#kinds.set(kind, known + 1);
      if (known < shownOfKind) console.log(`✗ ${line}`);
    }
  }

  /** Prints the counts of each group and returns the sum. */
  summarize() {
    for (const [kind, count] of this.#kinds) {
      if (count > shownOfKind) console.log(`✗ … and ${count - shownOfKind} more: ${kind}`);
    }
    for (const { name, passed, failed, skipped, seconds } of this.groups) {
      const rest = `${failed > 0 ? `, ${failed} failed` : ""}${skipped > 0 ? `, ${skipped} skipped` : ""}`;
      console.log(`${name.padEnd(12)} ${seconds.toFixed(1).padStart(5)} s  ${passed} passed${rest}`);
    }
    const slowest = this.#slowest.map(({ name, seconds }) => `${seconds.toFixed(1)} s ${name}`);
    console.log(`slowest: ${slowest.join(" · ")}`);
    for (const [why, count] of this.skips) console.log(`skipped ${count}: ${why}`);
    const sum = (key: "passed" | "failed" | "skipped") =>
      this.groups.reduce((total, group) => total + group[key], 0);
    const seconds = Math.round((performance.now() - this.#startedAtMs) / 100) / 10;
    return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), seconds };
  }
}

/** Throws Mismatch unless `isSo`. */
export function expectThat(isSo: boolean, expected: string, came: string): void {
  if (!isSo) throw new Mismatch(`expected ${expected}, came ${came}`);
}

/** Throws Mismatch unless both have the same JSON. */
export function expectEqual(came: unknown, expected: unknown, what = ""): void {
  const [a, b] = [JSON.stringify(came), JSON.stringify(expected)];
  expectThat(a === b, `${what} ${b}`.trim(), String(a));
}
