/** What waits its turn: whose it is, and the memory that its input takes. */
export interface Waiting {
  caller: string;
  inputBytes: number;
}

/**
 * A line in which callers take turns: each one's first piece of work comes before anybody's second, however many
 * somebody else has waiting.
 */
export class Turns<Work extends Waiting> {
  /** A caller's work in order of arrival; callers in the order of their turns. */
  readonly #lines = new Map<string, Work[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get inputBytes(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + sumOfBytes(line), 0);
  }

  /** What a caller has waiting, in its order. */
  of(caller: string): readonly Work[] {
    return this.#lines.get(caller) ?? [];
  }

  push(work: Work): void {
    const line = this.#lines.get(work.caller);
    if (line) line.push(work);
    else this.#lines.set(work.caller, [work]);
    this.#size += 1;
  }

  /** Takes out what comes next; its caller's next turn is after everybody else's. */
  shift(): Work | undefined {
    for (const [caller, line] of this.#lines) {
      const work = line.shift();
      this.#lines.delete(caller);
      if (line.length > 0) this.#lines.set(caller, line);
      if (work === undefined) continue;
      this.#size -= 1;
      return work;
    }
    return undefined;
  }

  /** Takes a piece of work out of its line; false when it is not waiting. */
  remove(work: Work): boolean {
    const line = this.#lines.get(work.caller) ?? [];
    const place = line.indexOf(work);
    if (place < 0) return false;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(work.caller);
    this.#size -= 1;
    return true;
  }

  /** What would be done before another piece of work of this caller that came now. */
  ahead(caller: string): Work[] {
    const own = this.#lines.get(caller) ?? [];
    const round = own.length;
    let hasPassed = false;
    return [...this.#lines].flatMap(([other, line]) => {
      if (other === caller) {
        hasPassed = true;
        return line;
      }
      // Who comes after this caller in a round is served once less before the caller's turn in the last one.
      return line.slice(0, hasPassed ? round : round + 1);
    });
  }
}

export function sumOfBytes(works: readonly Waiting[]): number {
  return works.reduce((sum, { inputBytes }) => sum + inputBytes, 0);
}
