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

/** A case for each entry of a table, by its name. */
export function casesOf<T>(
  subject: string,
  rows: Readonly<Record<string, T>>,
  run: (row: T, name: string) => Promise<unknown>,
): Case[] {
  return Object.entries(rows).map(([name, row]) => ({
    subject,
    name,
    run: async () => void (await run(row, name)),
  }));
}

/** Cases that run at once: enough to keep two cores busy, few enough that no queue of the service fills. */
const atOnce = 6;

/** Failures of a group whose first characters are equal count as one kind; so many of them are shown. */
const kindLength = 80;
const shownOfKind = 5;
const shownSlowest = 10;

const secondsSince = (startedAtMs: number): number => (performance.now() - startedAtMs) / 1000;

/** Runs groups of cases, the cases of a group concurrently, and counts them. */
export class Suite {
  readonly failures: string[] = [];
  readonly counts = { passed: 0, failed: 0, skipped: 0 };
  readonly #pattern: RegExp | null;
  readonly #skips = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #durations: { line: string; seconds: number }[] = [];

  constructor(pattern: string | undefined) {
    this.#pattern = pattern === undefined ? null : new RegExp(pattern, "i");
  }

  /** Whether only a part runs, so that nothing can be said about what is missing. */
  get isPartial(): boolean {
    return this.#pattern !== null;
  }

  /** Those of the cases that run. */
  choose(group: string, cases: readonly Case[]): readonly Case[] {
    return cases.filter((one) => this.#pattern?.test(`${group}: ${one.subject}: ${one.name}`) ?? true);
  }

  async run(group: string, cases: readonly Case[], { parallel = atOnce } = {}): Promise<void> {
    const startedAtMs = performance.now();
    const limit = limitConcurrency({ atOnce: parallel, maxWaiting: Number.POSITIVE_INFINITY });
    const chosen = this.choose(group, cases);
    if (chosen.length === 0) return;
    const results = await Promise.all(chosen.map((one) => limit(() => this.#runCase(group, one))));
    const seconds = secondsSince(startedAtMs).toFixed(1);
    const failed = results.filter((isRight) => !isRight).length;
    console.log(
      `${group.padEnd(12)} ${seconds.padStart(5)} s  ${chosen.length} cases${failed > 0 ? `, ${failed} failed` : ""}`,
    );
  }

  async #runCase(group: string, one: Case): Promise<boolean> {
    const startedAtMs = performance.now();
    const isRight = await this.#judge(group, one);
    const { subject, name } = one;
    this.#durations.push({ line: `${group}: ${subject}: ${name}`, seconds: secondsSince(startedAtMs) });
    return isRight;
  }

  /** Whether the case did not fail. */
  async #judge(group: string, { subject, name, run }: Case): Promise<boolean> {
    try {
      await run();
      this.counts.passed += 1;
      return true;
    } catch (error) {
      if (error instanceof Skipped) {
        this.counts.skipped += 1;
        this.#skips.set(error.message, (this.#skips.get(error.message) ?? 0) + 1);
        return true;
      }
      this.counts.failed += 1;
      const why = error instanceof Mismatch ? error.message : String((error as Error).stack);
      const line = `${group}: ${subject}: ${name}: ${why}`;
      this.failures.push(line);
      // One cause can fail hundreds of cases: the report has them all, the terminal the first ones.
      const kind = `${group}: ${why.slice(0, kindLength)}`;
      const known = this.#kinds.get(kind) ?? 0;
      this.#kinds.set(kind, known + 1);
      if (known < shownOfKind) console.log(`✗ ${line}`);
      return false;
    }
  }

  /** Prints what was not shown, why cases were left out, the slowest cases, and the sum. */
  summarize(): void {
    for (const [kind, count] of this.#kinds)
      if (count > shownOfKind) console.log(`✗ … and ${count - shownOfKind} more: ${kind}`);
    for (const [why, count] of this.#skips) console.log(`skipped ${count}: ${why}`);
    const slowest = this.#durations.sort((a, b) => b.seconds - a.seconds).slice(0, shownSlowest);
    console.log("The slowest cases:");
    for (const { line, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${line}`);
    const { passed, failed, skipped } = this.counts;
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
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
