import type { Arguments } from "./arguments.ts";
import type { Output } from "./output.ts";

/** Arguments of a command, which returns its exit status. */
export interface Invocation extends Arguments {
  command: string;
  output: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}
