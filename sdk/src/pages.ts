/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** Where the next page begins; null on the last. */
  next_cursor: string | null;
}

/**
 * A list: `await` gives its first page, `for await` all items of all pages. Nothing is asked before one of the two
 * happens.
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

  /** The pages one after the other. */
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

  /** All items, at most so many. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) {
      if (items.length >= limit) break;
      items.push(item);
    }
    return items;
  }
}
