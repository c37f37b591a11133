/** The picture has nothing that stands out from its background; `message` may be shown to the caller. */
export class NothingFoundError extends Error {
  constructor(
    message = "no product was found in the picture: use one where it stands out from its background",
  ) {
    super(message);
    this.name = "NothingFoundError";
  }
}

/** The bytes are no picture, a damaged one, or one of a size that cannot be cut out; `message` may be shown. */
export class UnreadableImageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "UnreadableImageError";
  }
}
