export interface BenchOptions {
  /** Repetitions of what is measured. */
  rounds: number;
  photos: number;
  /** Measures only what has this text in its name. */
  only: string;
  write: boolean;
}
