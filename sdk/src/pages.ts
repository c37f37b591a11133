/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

/**
 * A list: `await` returns its first page, `for await` iterates over the items of all pages. No request is sent before
 * one of the two.
 */
export class Listing<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  // biome-ignore lint/suspicious/noThenProperty: what `await` asks for
  then<A = Page<Item>, B = never>(
    onPage?: ((page: Page<Item>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read(undefined).then(onPage, onError);
  }

  /** Iterates over the pages. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** Returns all items, at most `limit`. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) {
      if (items.length >= limit) break;
      items.push(item);
    }
    return items;
  }
}
