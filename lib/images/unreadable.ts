/** The bytes are no picture that the service can use; `message` is safe to show and says what to do. */
export class UnreadableImageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "UnreadableImageError";
  }
}
