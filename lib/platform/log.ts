import pino from "pino";
import { env } from "./env.ts";

/** API keys and signatures never reach the log, whatever object or text they hide in. */
const secretPattern =
  /pgs_[0-9A-Za-z]{8,}|\b(?:sk|rk|whsec)_[0-9A-Za-z_]{8,}|(cloudinary:\/\/[^:]+:)[^@]+@|([?&](?:key|token|signature)=)[^&\s"\\]+/g;

export function redact(text: string): string {
  return text.replace(secretPattern, (_all, cloudinary?: string, query?: string) =>
    cloudinary ? `${cloudinary}[redacted]@` : `${query ?? ""}[redacted]`,
  );
}

const destination = pino.destination({ dest: 1, sync: true });

/** The log of this process: one JSON object a line on standard output, secrets redacted. */
export const log = pino(
  { level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
  { write: (line: string) => void destination.write(redact(line)) },
);
