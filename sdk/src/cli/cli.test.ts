import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../lib/testing/database.ts";
import { serveLocally } from "../../../lib/testing/local-server.ts";
import { startService } from "../../../lib/testing/service.ts";
import { deepTest, rowsOf, runsOf } from "../../../lib/testing/trials.ts";
import { PhotoService, unwrap } from "../index.ts";
import { errorsWithoutReader, jsonLines, startCli } from "../testing/cli.ts";
import { startFaultyServer } from "../testing/faulty-server.ts";

await useDatabase();
const service = await startService();
const { db } = await import("../../../lib/db/index.ts");
const { makeAccount } = await import("../../../lib/testing/accounts.ts");
const { drawnProduct } = await import("../../../lib/testing/pictures.ts");
const { replacePhotos } = await import("../../../lib/testing/generations/paid-endpoint.ts");
const { useWorkers } = await import("../../../lib/testing/generations/workers.ts");
useWorkers(4);

const cost = 3;
let root: string;
let folder: string;
let key: string;
let userId: string;
let result: Buffer;
let resultUrl: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "sdk-cli-"));
  result = await drawnProduct(64);
  const account = await makeAccount();
  const client = new PhotoService({ baseUrl: service.url, apiKey: account.key });
  resultUrl = (await client.uploads.create(new Uint8Array(result))).image_url;
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, "folder-"));
  ({ key, userId } = await makeAccount({ monthly: 100 }));
  replacePhotos(cost, async () => ({ url: resultUrl, publicId: null }));
});
afterAll(async () => {
  await service.close();
  await rm(root, { recursive: true });
});

const environment = (baseUrl = service.url) => ({
  PHOTOS_API_KEY: key,
  PHOTOS_BASE_URL: baseUrl,
  PHOTOS_CONFIG: path.join(folder, ".config", "config.json"),
});
const run = (args: string[], env: Record<string, string> = environment(), input = "") =>
  startCli(args, env, input).ended;
const spent = async () => 100 - (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
const drawSome = async (count: number) => {
  for (let at = 0; at < count; at += 1)
    await writeFile(path.join(folder, `ball-${at}.png`), await drawnProduct(40 + at));
};

test("login stores a valid key in a file that only its owner can read, and never sends it to another service", async () => {
  const PHOTOS_CONFIG = path.join(folder, "own", "config.json");
  const refused = await run(["login", "--base-url", service.url], { PHOTOS_CONFIG }, "pgs_wrong\n");
  expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining("Check the API key") });
  const kept = await run(["login", "--base-url", service.url], { PHOTOS_CONFIG }, `${key}\n`);
  expect(kept).toMatchObject({ status: 0, stdout: expect.stringContaining("100 credits") });
  expect((await stat(PHOTOS_CONFIG)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(PHOTOS_CONFIG, "utf8"))).toEqual({ base_url: service.url, key });
  const made = await run(["generate", "https://example.com/a.jpg", "--style", "studio"], { PHOTOS_CONFIG });
  expect(made).toMatchObject({ status: 0, stdout: `${resultUrl}\n` });
  const elsewhere = await run(["generate", "https://example.com/a.jpg", "--style", "studio"], {
    PHOTOS_CONFIG,
    PHOTOS_BASE_URL: "http://127.0.0.1:9",
  });
  expect(elsewhere).toMatchObject({ status: 2, stderr: expect.stringContaining("No API key for") });
});

test("generate saves a photo of a file, charges once per idempotency key, and reports errors by exit status", async () => {
  await drawSome(1);
  const image = path.join(folder, "ball-0.png");
  const out = path.join(folder, "out");
  await mkdir(out);
  const one = await run([
    "generate",
    image,
    "--style",
    "luxury",
    "--out",
    out,
    "--set",
    "title=Ball",
    "--json",
  ]);
  expect(one.status).toBe(0);
  const saved = path.join(out, "ball-0.luxury.photo.png");
  expect(jsonLines(one)).toMatchObject([{ event: "made", file: saved, credits_used: cost }]);
  expect(await readFile(saved)).toEqual(result);
  expect(await db().generation.findFirstOrThrow({ where: { userId } })).toMatchObject({ title: "Ball" });

  const again = ["generate", "https://example.com/a.jpg", "--style", "studio", "--idempotency-key", "once"];
  expect([(await run(again)).status, (await run(again)).status]).toEqual([0, 0]);
  expect(await spent()).toBe(2 * cost);

  const style = ["--style", "studio"];
  const cases: [string[], number, string][] = [
    [["generate", image], 2, "--style"],
    [["generate", image, ...style, "--max-credits", "1"], 4, "costs 3 credits"],
    [["generate", image, ...style, "--key", "pgs_wrong"], 3, "invalid"],
    [["generate"], 2, "file or URL"],
    [["generate", image, "--style", "oil"], 2, "style"],
    [["generate", path.join(folder, "none.png"), ...style], 2, "cannot be read"],
    [["dance"], 2, "Unknown command"],
    [["listen", "--forwards", "x"], 2, "--forwards"],
  ];
  for (const [args, status, words] of rowsOf(cases, cases.slice(0, 3))) {
    const ended = await run(args);
    expect([args, ended.status]).toEqual([args, status]);
    expect(ended.stderr).toContain(words);
  }
  expect(await spent()).toBe(2 * cost);
}, 180_000);

deepTest(
  "batch creates only the photos that are missing in a folder",
  async () => {
    await drawSome(3);
    await writeFile(path.join(folder, "copy.png"), await readFile(path.join(folder, "ball-0.png")));
    await writeFile(path.join(folder, "broken.jpg"), "no picture");
    const args = ["batch", folder, "--style", "luxury", "--json"];
    const first = await run(args);
    expect(first.status).toBe(1);
    expect(jsonLines(first).at(-1)).toEqual({
      event: "done",
      saved: 4,
      already_there: 0,
      failed: 1,
      credits_reserved: 3 * cost,
    });
    expect(await spent()).toBe(3 * cost);
    const results = (await readdir(folder)).filter((name) => name.endsWith(".luxury.photo.png"));
    expect(results).toHaveLength(4);
    await rm(path.join(folder, "broken.jpg"));
    const second = await run(args);
    expect(second.status).toBe(0);
    expect(jsonLines(second).at(-1)).toMatchObject({ saved: 0, already_there: 4, credits_reserved: 0 });

    await rm(path.join(folder, "ball-1.luxury.photo.png"));
    await writeFile(path.join(folder, "ball-2.png"), await drawnProduct(77));
    const third = await run(args);
    expect(jsonLines(third).at(-1)).toMatchObject({ saved: 2, already_there: 3 - 1, credits_reserved: cost });
    expect(await spent()).toBe(4 * cost);
    const out = path.join(folder, "elsewhere");
    const dear = await run([...args, "--out", out, "--max-credits", "5"]);
    expect(dear.status).toBe(4);
    expect(await spent()).toBe(4 * cost);
  },
  180_000,
);

deepTest(
  "batch orders photos again that failed and were refunded",
  async () => {
    await drawSome(2);
    let isBroken = true;
    replacePhotos(cost, async () => {
      if (isBroken) throw new Error("no photo");
      return { url: resultUrl, publicId: null };
    });
    const args = ["batch", folder, "--style", "studio"];
    const first = await run(args);
    expect(first).toMatchObject({ status: 1, stdout: expect.stringContaining("2 failed") });
    expect(await spent()).toBe(0);
    isBroken = false;
    const second = await run(args);
    expect(second).toMatchObject({ status: 0, stdout: expect.stringContaining("2 saved") });
    expect(await spent()).toBe(2 * cost);
  },
  120_000,
);

deepTest(
  "batch pays for each photo once, even when it is killed repeatedly",
  async () => {
    const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1e6));
    let random = seed;
    const next = (bound: number) => {
      random = (random * 48_271 + 11) % 2_147_483_647;
      return random % bound;
    };
    await drawSome(5);
    let killAt = 0;
    let isAfter = false;
    let kill = () => {};
    const server = await startFaultyServer(
      service.url,
      () => {
        killAt -= 1;
        if (killAt === 0 && !isAfter) kill();
        return "none";
      },
      () => {
        if (killAt === 0 && isAfter) kill();
      },
    );
    const args = ["batch", folder, "--style", "studio", "--json"];
    for (let round = 0; round < runsOf(6, 1); round += 1) {
      killAt = 1 + next(5);
      isAfter = next(2) === 0;
      const { child, ended } = startCli(args, environment(server.url));
      kill = () => void child.kill("SIGKILL");
      await ended;
    }
    killAt = -1;
    const last = await run(args, environment(server.url));
    server.close();
    expect([seed, last.status, last.stderr]).toEqual([seed, 0, ""]);
    expect([seed, await spent(), await db().generation.count({ where: { userId } })]).toEqual([
      seed,
      5 * cost,
      5,
    ]);
    expect((await readdir(folder)).filter((name) => name.endsWith(".photo.png"))).toHaveLength(5);
  },
  240_000,
);

test("a second run on a folder is rejected, unless the lock is that of a process that no longer exists", async () => {
  await writeFile(path.join(folder, ".photos-batch.lock"), `${process.pid} ${os.hostname()}`);
  const second = await run(["batch", folder, "--style", "studio"]);
  expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining("Another run") });
  await writeFile(path.join(folder, ".photos-batch.lock"), `999999999 ${os.hostname()}`);
  expect(await run(["batch", folder, "--style", "studio"])).toMatchObject({ status: 0 });
});

deepTest(
  "listen forwards events signed with the secret that it prints, and repeats only a failed one",
  async () => {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const events = [1, 2, 3].map((at) => ({
      id: `evt_${at}`,
      type: at === 2 ? "batch.completed" : "generation.succeeded",
      timestamp: `2026-11-21T09:00:0${at}.000Z`,
      data: { id: `gen_${at}` },
      livemode: true,
      object_id: `gen_${at}`,
      created_at: `2026-11-21T09:00:0${at}.000Z`,
    }));
    let refusals = 1;
    let polls = 0;
    const server = createServer(async (request, response) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      if (url.pathname === "/api/v1/events") {
        polls += 1;
        const known = events.slice(0, url.searchParams.get("cursor") ? 1 : 2);
        const page = url.searchParams.get("cursor") ? known : known.slice(1);
        const next_cursor = url.searchParams.get("cursor") ? null : "more";
        response.writeHead(200, { "content-type": "application/json" });
        return void response.end(JSON.stringify({ data: page, next_cursor }));
      }
      received.push({ headers: request.headers as Record<string, string>, body: await readText(request) });
      refusals -= 1;
      response.writeHead(refusals === 0 ? 500 : 204).end();
    });
    const { url, close } = await serveLocally(server);
    const since = "2026-11-21T08:00:00Z";
    const args = ["listen", "--forward", `${url}/hook`, "--since", since, "--interval", "0.2", "--json"];
    const { child, ended } = startCli(args, environment(url));
    await expect.poll(() => received.length).toBe(3);
    const before = polls;
    await expect.poll(() => polls).toBeGreaterThan(before + 3);
    child.kill("SIGINT");
    const done = await ended;
    expect(done.status).toBe(0);
    const [listening, ...forwarded] = jsonLines(done);
    expect(forwarded.map(({ id, status }) => [id, status])).toEqual([
      ["evt_1", 204],
      ["evt_2", 204],
    ]);
    expect(received).toHaveLength(3);
    for (const { headers, body } of received) {
      expect(await unwrap(body, headers, listening.secret)).toMatchObject({ id: headers["webhook-id"] });
    }
    close();
  },
);

test.each(rowsOf([["--help"], ["generate", "--help"], ["--version"]], [["--help"]]))(
  "%s exits without an error when the reader of its output has gone",
  async (...args) => {
    expect(await errorsWithoutReader(args)).toBe("");
  },
);
