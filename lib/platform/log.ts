import pino from "pino";
import { env } from "./env.ts";
import { redact } from "./redact.ts";

const destination = pino.destination({ dest: 1, sync: true });
const format = env().LOG_FORMAT === "pretty" ? formatForTerminal : (line: string) => line;

/**
 * The log of this process: one line per entry on standard output, with secrets redacted, as JSON or as text for a
 * terminal.
 */
export const log = pino(
  { level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
  { write: (line: string) => void destination.write(redact(format(line))) },
);

/** Formats a JSON line of pino as `12:00:00 warn  message  name=value`, followed by the stack of an error. */
export function formatForTerminal(line: string): string {
  const { time, level, msg = "", err, ...fields } = JSON.parse(line);
  const values = Object.entries(fields).map(([name, value]) => {
    return `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  const label = pino.levels.labels[level] ?? String(level);
  const text = [`${time.slice(11, 19)} ${label.padEnd(5)} ${msg}`, ...values].join("  ");
  return err ? `${text}\n${err.stack ?? err.message ?? JSON.stringify(err)}\n` : `${text}\n`;
}
