/** The picture has nothing that stands out from its background; `message` may be shown to the caller. */
export class NothingFoundError extends Error {
  constructor(
    message = "no product was found in the picture: use one where it stands out from its background",
  ) {
    super(message);
    this.name = "NothingFoundError";
  }
}
