/** The URL itself may not be fetched; `message` is safe to show. */
export class UnsafeUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsafeUrlError";
  }
}

/** The fetch did not give a usable answer; `message` is safe to show and holds nothing the other side said. */
export class FetchFailedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FetchFailedError";
  }
}

/** One text for an address that is refused and one that does not answer: nobody can probe a network with it. */
export const unreachableMessage = "the address could not be reached; it must be a public http(s) address";
