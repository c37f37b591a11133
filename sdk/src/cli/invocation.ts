import type { Arguments } from "./arguments.ts";
import type { Output } from "./output.ts";

/** What a command gets; it answers the exit status. */
export interface Invocation extends Arguments {
  command: string;
  output: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}
