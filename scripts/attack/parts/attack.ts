import type { Target } from "./target.ts";

export interface Outcome {
  tried: number;
  /** Answered by an error, or cut off. */
  refused: number;
  /** What this attack brought about that it must not, in words. */
  problems: string[];
  /** A figure worth a place in the table. */
  note?: string;
}

export interface Attack {
  name: string;
  /** One sentence for the list. */
  does: string;
  /** It ends processes itself: then only how long they are away counts, not how fast the first answers are. */
  kills?: boolean;
  /** Makes ready what must not count as load; what it answers is the attack. */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}
