import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { metadataLimits } from "#lib/contract/limits.ts";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type OperationId, readPages, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { deepTest, runsOf } from "#lib/testing/trials.ts";

await useDatabase();

const seed = Math.floor(Math.random() * 2 ** 31);
const random = seededRandom(seed);

const [account, stranger] = [await makeAccount(), await makeAccount()];

const some = <T>(from: readonly T[]): T => pick(random, from);
// Only a few distinct times, so that many rows have equal times.
const times = Array.from({ length: 9 }, (_, day) => new Date(Date.UTC(2026, 9, 1 + day * 2, 7, 0, 0, 250)));
const customIds = ["mug-01", "mug-02", "a b&c=d", "ключ"];
const names = ["sku", "season", "constructor", "a.b", "Ä ö", "x]y["];
const values = ["1", "autumn", "", "%_\\'\""];
const batches = [newId("bat"), newId("bat")];
const keyIds = [newId("key"), newId("key")];
const statuses = ["succeeded", "failed", "canceled"] as const;

interface Row {
  id: string;
  createdAt: Date;
  batchId: string | null;
  customId: string | null;
  apiKeyId: string | null;
  metadata: Record<string, string>;
}

async function insert(userId: string, count: number, hasBatches = true): Promise<Row[]> {
  const rows = Array.from({ length: count }, (_, place) => {
    const pairs = names.flatMap((name) => (random() < 0.5 ? [[name, some(values)] as const] : []));
    const batchId = hasBatches && random() < 0.5 ? some(batches) : null;
    const ofBatch = { batchId, place, customId: some(customIds) };
    return {
      id: newId("gen"),
      userId,
      operation: "remove_bg" as const,
      status: some(statuses),
      sourceRef: "https://shop.example/a.jpg",
      fromMonthly: 0,
      fromTopup: 0,
      period: 1,
      createdAt: some(times),
      finishedAt: new Date(),
      expiresAt: new Date(),
      ...(batchId ? ofBatch : { batchId: null, customId: null }),
      apiKeyId: random() < 0.5 ? some(keyIds) : null,
      metadata: Object.fromEntries(pairs),
    };
  });
  await db().generation.createMany({ data: rows });
  return rows;
}

const readAll = (
  operation: OperationId,
  { query, ...call }: { key: string; query: Record<string, string>; id?: string },
) =>
  readPages(async (page) => {
    const answer = await api(operation, { ...call, query: page });
    expect(answer.status, `seed ${seed}, ${JSON.stringify(query)}`).toBe(200);
    return answer;
  }, query);

const maybe = <T>(value: T): T | undefined => (random() < 0.35 ? value : undefined);

function someFilter() {
  const pairs = names.flatMap((name) => (random() < 0.12 ? [[name, some(values)] as const] : []));
  const plain = {
    created_after: maybe(some(times))?.toISOString(),
    created_before: maybe(some(times))?.toISOString(),
    batch_id: maybe(some(batches)),
    custom_id: maybe(some(customIds)),
    key_id: maybe(some(keyIds)),
  };
  return { plain, pairs };
}

type Filter = ReturnType<typeof someFilter>;

const toQuery = ({ plain, pairs }: Filter): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ...pairs.map(([name, value]) => [`metadata[${name}]`, value]),
    ["limit", String(1 + Math.floor(random() * 60))],
  ]);

function matches(row: Row, { plain, pairs }: Filter): boolean {
  const is = (wanted: string | undefined, value: string | null) => wanted === undefined || wanted === value;
  return (
    (plain.created_after === undefined || row.createdAt > new Date(plain.created_after)) &&
    (plain.created_before === undefined || row.createdAt < new Date(plain.created_before)) &&
    is(plain.batch_id, row.batchId) &&
    is(plain.custom_id, row.customId) &&
    is(plain.key_id, row.apiKeyId) &&
    pairs.every(([name, value]) => Object.hasOwn(row.metadata, name) && row.metadata[name] === value)
  );
}

describe("lists of work", () => {
  let rows: Row[];
  beforeAll(async () => {
    await db().batch.createMany({ data: batches.map((id) => ({ id, userId: account.userId, total: 200 })) });
    rows = await insert(account.userId, 220);
    await insert(stranger.userId, 40, false);
  });

  test("contain exactly the matching work, newest first, for any page size", async () => {
    const ordered = rows.toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
    for (let round = 0; round < runsOf(25, 8); round += 1) {
      const filter = someFilter();
      const query = toQuery(filter);
      const seen = await readAll("listGenerations", { key: account.key, query });
      const wanted = ordered.filter((row) => matches(row, filter)).map(({ id }) => id);
      expect(seen, `seed ${seed}, ${JSON.stringify(query)}`).toEqual(wanted);
    }
  });

  test("of a batch can be filtered, in the order of the batch", async () => {
    const [id = ""] = batches;
    for (let round = 0; round < runsOf(10, 4); round += 1) {
      const filter = someFilter();
      filter.plain = { ...filter.plain, batch_id: undefined, key_id: undefined };
      const query = toQuery(filter);
      const seen = await readAll("listBatchItems", {
        key: account.key,
        query,
        id,
      });
      const wanted = rows.filter((row) => row.batchId === id && matches(row, filter));
      expect(seen, `seed ${seed}, ${JSON.stringify(query)}`).toEqual(wanted.map((row) => row.id));
    }
  });

  test("by product can be filtered by metadata", async () => {
    const query = { "metadata[season]": "autumn", limit: "100" };
    const { body } = await api("listProducts", { key: account.key, query });
    const counted = body.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(counted).toBe(rows.filter(({ metadata }) => metadata.season === "autumn").length);
  });

  test("never contain another account's work, for any filter", async () => {
    const queries: Record<string, string>[] = [
      { batch_id: batches[0] ?? "" },
      { key_id: keyIds[0] ?? "" },
      { custom_id: "mug-01" },
    ];
    for (const query of queries) {
      const own = new Set(rows.map(({ id }) => id));
      const seen = await readAll("listGenerations", { key: stranger.key, query });
      expect(seen.filter((id) => own.has(id))).toEqual([]);
    }
  });

  test("continue after a page that searched as many rows as it may", async () => {
    const owner = await makeAccount();
    await db().$executeRaw(sql`
      INSERT INTO generation (id, user_id, operation, status, source_ref, from_monthly, from_topup, period, expires_at,
                              created_at, metadata)
      SELECT 'gen_' || lpad(n::text, 22, '0'), ${owner.userId}, 'remove_bg', 'succeeded', 'x', 0, 0, 1, now(),
             now() - n * interval '1 second', json_build_object('n', n::text)
      FROM generate_series(1, 12000) n`);
    const query = { search: "11999", "metadata[n]": "11999" };
    const list = (call: Pick<TestCall, "key" | "query">) => api("listGenerations", call);
    const first = await list({ key: owner.key, query });
    expect(first.body).toEqual({ data: [], next_cursor: expect.any(String) });
    const seen = await readAll("listGenerations", { key: owner.key, query });
    expect(seen).toEqual(["gen_0000000000000000011999"]);
    // Metadata filters use an index, so every page but the last is full.
    const pairs = { query: { "metadata[n]": "11999" } };
    const found = await list({ key: owner.key, ...pairs });
    expect(found.body).toMatchObject({ data: [{ id: "gen_0000000000000000011999" }], next_cursor: null });
    const others = await list({ key: stranger.key, ...pairs });
    expect(others.body).toEqual({ data: [], next_cursor: null });
  });

  test.each([
    [{ "metadata[]": "x" }, "metadata[]"],
    [{ metadata: "x" }, "metadata"],
    [{ "metadata[__proto__]": "x" }, "metadata[__proto__]"],
    [{ [`metadata[${"k".repeat(41)}]`]: "x" }, `metadata[${"k".repeat(41)}]`],
    [{ "metadata[a]": "v".repeat(501) }, "metadata[a]"],
    [{ "metadata[a]": "\0" }, "metadata[a]"],
    [
      Object.fromEntries(Array.from({ length: metadataLimits.pairs + 1 }, (_, n) => [`metadata[${n}]`, "x"])),
      "metadata",
    ],
  ])("reject %j and name the parameter", async (query, path) => {
    const { status, body } = await api("listGenerations", { key: account.key, query });
    expect(status).toBe(400);
    expect(body.error.issues[0].path).toBe(path);
  });
});

deepTest(
  "each filter of work uses an index, with 30,000 rows of the account",
  async () => {
    const owner = await makeAccount();
    // In batches, so that each statement stays within its timeout on a busy machine.
    for (let from = 1; from < 30_000; from += 10_000) {
      await db().$executeRaw(sql`
      INSERT INTO generation (id, user_id, operation, status, source_ref, from_monthly, from_topup, period, expires_at,
                              created_at, custom_id, api_key_id)
      SELECT 'gen_p' || n, ${owner.userId}, 'remove_bg', 'succeeded', 'x', 0, 0, 1, now(),
             now() - n * interval '1 second', 'item-' || n % 3000, 'key_' || n % 1000
      FROM generate_series(${from}::int, ${from + 9_999}::int) n`);
    }
    await db().$executeRaw(sql`ANALYZE generation`);
    const explain = async (where: string) => {
      const rows = await db().$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
        `EXPLAIN SELECT id FROM generation WHERE user_id = '${owner.userId}' AND deleted_at IS NULL AND ${where}
       ORDER BY created_at DESC, id DESC LIMIT 21`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    const plans = {
      custom_id: [await explain("custom_id = 'item-17'"), "generation_custom_id"],
      key_id: [await explain("api_key_id = 'key_17'"), "generation_key"],
      batch_id: [await explain("batch_id = 'bat_17'"), "generation_batch_id_place_idx"],
      created: [
        await explain(
          "created_at > now() - interval '20000 seconds' AND created_at < now() - interval '19000 seconds'",
        ),
        "generation_history",
      ],
    };
    for (const [name, [plan = "", index = ""]] of Object.entries(plans)) expect(plan, name).toContain(index);
  },
  180_000,
);

describe("batches", () => {
  test("can be filtered by state and time", async () => {
    const owner = await makeAccount();
    const made = Array.from({ length: 60 }, () => {
      const kind = some(["queued", "begun", "running", "ended", "canceled", "canceling"] as const);
      return { id: newId("bat"), createdAt: some(times), kind };
    });
    await db().batch.createMany({
      data: made.map(({ id, createdAt, kind }) => {
        const canceledAt = kind.startsWith("cancel") ? new Date() : null;
        return { id, userId: owner.userId, total: 2, createdAt, canceledAt };
      }),
    });
    const states = {
      queued: ["queued", "queued"],
      begun: ["queued", "succeeded"],
      running: ["running", "running"],
      ended: ["succeeded", "failed"],
      canceled: ["canceled", "succeeded"],
      canceling: ["canceled", "running"],
    } as const;
    await db().generation.createMany({
      data: made.flatMap(({ id, kind }) =>
        states[kind].map((status, place) => ({
          id: newId("gen"),
          userId: owner.userId,
          operation: "remove_bg" as const,
          status,
          batchId: id,
          place,
          sourceRef: "x",
          fromMonthly: 0,
          fromTopup: 0,
          period: 1,
          expiresAt: new Date(),
          customId: `${place}`,
          finishedAt: status === "queued" || status === "running" ? null : new Date(),
        })),
      ),
    });
    const key = owner.key;
    const everything = await api("listBatches", { key, query: { limit: "100" } });
    const all: { id: string; status: string; created_at: string }[] = everything.body.data;
    expect(all).toHaveLength(60);
    for (const status of ["queued", "running", "completed", "canceled", undefined]) {
      const [after, before] = [maybe(some(times))?.toISOString(), maybe(some(times))?.toISOString()];
      const query = {
        ...(status && { status }),
        ...(after && { created_after: after }),
        ...(before && { created_before: before }),
        limit: String(1 + Math.floor(random() * 20)),
      };
      const wanted = all.filter(
        (one) =>
          (!status || one.status === status) &&
          (!after || one.created_at > after) &&
          (!before || one.created_at < before),
      );
      const seen = await readAll("listBatches", { key, query });
      expect(seen, `seed ${seed}, ${JSON.stringify(query)}`).toEqual(wanted.map(({ id }) => id));
    }
  });
});

describe("an unknown parameter", () => {
  test.each([
    ["a list", "listGenerations", account.key],
    ["a call without a key", "listScenes", undefined],
  ] as const)("of %s is refused, and the error names it and the known ones", async (_, operation, key) => {
    const { status, body } = await api(operation, { ...(key && { key }), query: { stlye: "studio" } });
    expect([status, body.error.code]).toEqual([400, "invalid_params"]);
    const message = body.error.issues[0].message as string;
    expect(message).toMatch(/^stlye is no query parameter of this call: it takes /);
    if (operation === "listGenerations") expect(message).toContain("created_after");
    if (operation === "listGenerations") expect(message).toContain("metadata[NAME]");
  });

  test("among thousands gets one short error", async () => {
    const query = String(
      new URLSearchParams([
        ...Array.from({ length: 2_000 }, (_, n) => [`x${n}`, "1"]),
        ...Array.from({ length: 2_000 }, () => ["limit", "1"]),
        [`${randomUUID()}\r\nX: ${"é".repeat(5_000)}`, ""],
      ]),
    );
    const { key } = account;
    const { status, body } = await api("listGenerations", { key, query });
    expect(status).toBe(400);
    expect(body.error.issues.length).toBeLessThanOrEqual(20);
    expect(JSON.stringify(body.error).length).toBeLessThan(30_000);
    const twice = await api("listGenerations", { key, query: "limit=1&limit=2" });
    expect(twice.status).toBe(400);
  });
});
