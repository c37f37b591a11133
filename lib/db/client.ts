import pg from "pg";

/** A connection outside of the pool, whose timeouts would end statements that take minutes. */
export async function withClient<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const usual = { connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true };
  const client = new pg.Client({ ...usual, ...options });
  // Without a listener, a connection that ends while idle would crash the process; the next statement fails anyway.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
