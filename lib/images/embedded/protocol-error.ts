/** A refusal in Cloudinary's format: `message` is sent in the body and in the `X-Cld-Error` header. */
export class ProtocolError extends Error {
  readonly status: number;
  readonly retryAfterS: number | null;

  constructor(
    status: number,
    message: string,
    options: { retryAfterS?: number | null; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ProtocolError";
    this.status = status;
    this.retryAfterS = options.retryAfterS ?? null;
  }
}

/** Makes text safe for messages and headers: printable ASCII, truncated. */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}
