/** What an empty row takes with its entries in the indexes and its lines in the ledger. */
export const emptyRowBytes = 1_000;

interface Words {
  imageUrl?: string;
  prompt?: string | undefined;
  title?: string | undefined;
  customId?: string | undefined;
  options?: object | undefined;
  metadata?: object | undefined;
}

/** What the row of a piece of work, or of a batch, counts for in the storage of its account. */
export function storedBytesOf({ imageUrl, prompt, title, customId, options, metadata }: Words): number {
  const words = [imageUrl, prompt, title, customId, options, metadata].filter((word) => word !== undefined);
  return emptyRowBytes + Buffer.byteLength(JSON.stringify(words));
}
