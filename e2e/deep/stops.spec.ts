// Guards: every way to stop the service and its workers answers all calls, loses no work and leaves no process.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { expect, test } from "@playwright/test";
import { requirePid } from "#lib/testing/pid.ts";
import { seededRandom, shuffle } from "#lib/testing/random.ts";
import {
  type Command,
  demoKeyOf,
  end,
  expectCleanAudit,
  isHealthyAt,
  killQuietly,
  launch,
  nodeStart,
  placeOfEach,
  type Started,
  untilServing,
  untilWorking,
  type Variables,
} from "../own-service.ts";
import { processesOf } from "../processes.ts";
import { tried } from "../support.ts";

// Each chain repeatedly starts a service on one data folder and stops it in a different way each time.
test.describe.configure({ timeout: 300_000 });
test.skip(process.platform !== "linux", "reads the process table of Linux");

const stopTimeoutMs = 70_000;
const seed = Math.floor(Math.random() * 2 ** 31);
const random = seededRandom(seed);
console.log(`deep/stops.spec.ts: seed ${seed}`);

const place = placeOfEach();
let apiKey: string;

/** A way to stop the service: how it is started, and which process is signalled. */
interface Way {
  name: string;
  start: Command;
  stop: (service: Started) => Promise<void> | void;
  /** Whether the signal is repeated until the service is gone. */
  isRepeated?: boolean;
  /** The database is signalled too, so a running statement may fail; its caller receives a retryable error. */
  endsDatabase?: boolean;
  /** Exit code of the outermost process; null if it is killed or ends before the service does. */
  exitCode: number | null;
}

const npmStart: Command = ["npm", "start", "--silent"];

const group =
  (name: NodeJS.Signals) =>
  ({ child }: Started) =>
    killQuietly(-requirePid(child.pid), name);
const outermost =
  (name: NodeJS.Signals) =>
  ({ child }: Started) =>
    killQuietly(requirePid(child.pid), name);
const each = (pattern: RegExp, name: NodeJS.Signals) => async () => {
  const found = (await processesOf(place.dataDir)).filter(({ command }) => pattern.test(command));
  for (const { pid } of shuffle(random, found)) killQuietly(pid, name);
};

const chains: Way[][] = [
  [
    { name: "SIGTERM to npm start", start: npmStart, stop: outermost("SIGTERM"), exitCode: null },
    {
      name: "SIGTERM to every process of a systemd unit, the database's included",
      start: nodeStart,
      stop: each(/./, "SIGTERM"),
      endsDatabase: true,
      exitCode: 0,
    },
    {
      name: "SIGTERM to the server process and the pixel workers",
      start: nodeStart,
      stop: each(/serve\.ts|worker\/main\.ts/, "SIGTERM"),
      isRepeated: true,
      exitCode: 0,
    },
  ],
  [
    {
      name: "SIGTERM to the process group, repeated",
      start: npmStart,
      stop: group("SIGTERM"),
      isRepeated: true,
      exitCode: null,
    },
    {
      name: "SIGTERM to node scripts/start.mjs",
      start: nodeStart,
      stop: outermost("SIGTERM"),
      exitCode: 0,
    },
    { name: "kill -9 of npm start", start: npmStart, stop: outermost("SIGKILL"), exitCode: null },
  ],
  [
    { name: "Ctrl-C, repeated", start: nodeStart, stop: group("SIGINT"), isRepeated: true, exitCode: 0 },
    { name: "a closed terminal", start: npmStart, stop: group("SIGHUP"), exitCode: null },
    {
      name: "kill -9 of node scripts/start.mjs",
      start: nodeStart,
      stop: outermost("SIGKILL"),
      exitCode: null,
    },
  ],
];

const workerStart: Command = [process.execPath, "scripts/run.mjs", "worker"];
const workerWays = [
  {
    name: "SIGTERM to npm run worker",
    start: ["npm", "run", "worker", "--silent"],
    stop: outermost("SIGTERM"),
    exitCode: null,
  },
  { name: "Ctrl-C of a worker", start: workerStart, stop: group("SIGINT"), exitCode: 0 },
] as const;

for (const ways of chains) {
  const names = ways.map(({ name }) => name).join("; ");
  test(`a stopped service answers every call, loses no work and leaves no process: ${names}`, async () => {
    let expectKept = async (): Promise<void> => undefined;
    for (const way of ways) {
      const service = await startService(way.start);
      await expectKept();
      const work = await beginWork(way);
      const startedAtMs = performance.now();
      await way.stop(service);
      const again = way.isRepeated ? setInterval(() => void way.stop(service), 150) : undefined;
      await expect
        .poll(() => isHealthyAt(place.port), { intervals: [20], timeout: stopTimeoutMs })
        .toBe(false);
      expectKept = await work.finish();
      await expectNoProcess(/./, startedAtMs).finally(() => clearInterval(again));
      if (way.exitCode !== null) expect(await service.exit(), way.name).toBe(way.exitCode);
      tried("drain");
    }
    const last = await startService(nodeStart);
    await expectKept();
    await expectCleanAudit(place);
    expect(await end(last)).toBe(0);
  });
}

test("a stopped worker finishes its photo and leaves the rest to the next worker: npm run worker; Ctrl-C", async () => {
  const service = await startService(nodeStart, { WORKERS: "0" });
  const imageUrl = await upload();
  let batch: Answer | null = null;
  for (const { name, start, stop, exitCode } of workerWays) {
    const worker = await startWorker(start);
    const photo = post("generate", photoOf(imageUrl), name).answer();
    await runningPhoto();
    batch ??= await post("batches", batchOf(imageUrl), "batch").answer();
    const startedAtMs = performance.now();
    stop(worker);
    const made = await photo;
    expect(made.status, `${name}: ${JSON.stringify(made.body)}`).toBe(200);
    await expectNoProcess(/run\.mjs worker|start\/worker\.ts/, startedAtMs);
    if (exitCode !== null) expect(await worker.exit(), name).toBe(exitCode);
    tried("drain");
  }
  const next = await startWorker(workerStart);
  await expectCompleted(batch);
  expect(await end(next)).toBe(0);
  await expectCleanAudit(place);
  expect(await end(service)).toBe(0);
  await expectNoProcess(/./);
});

/** Starts a photo, a batch, two uploads and a call that waits for the photo, all at the same time. */
async function beginWork({ name, endsDatabase }: Way) {
  const imageUrl = await upload();
  const order = () => post("generate", photoOf(imageUrl), name);
  const photo = order().answer();
  const { id } = await runningPhoto();
  const calls = [
    { ok: 200, open: () => call({ path: `/api/v1/generations/${id}?wait=30` }) },
    { ok: 202, open: () => post("batches", batchOf(imageUrl), `${name}: batch`) },
    { ok: 200, open: () => uploadCall({}) },
    { ok: 200, open: () => signedUploadCall() },
  ];
  // After "100 Continue" the server handles each request; the bodies are sent once it has begun to stop.
  const held = await Promise.all(calls.map(({ open }) => open()));
  await Promise.all(held.map(({ begun }) => begun));
  return {
    /** Waits for all responses. Returns a check, for after the next start, that everything was kept. */
    async finish(): Promise<() => Promise<void>> {
      const [made, ...answers] = await Promise.all([photo, ...held.map((one) => one.answer())]);
      expect(made.status, `${name}: ${JSON.stringify(made.body)}`).toBe(200);
      // The image host reports the same in Cloudinary's format, which has no codes.
      const hostAway = "The image host is not available right now";
      const isLate = ({ status, body: { error } }: Answer) =>
        endsDatabase === true &&
        (error?.code === "overloaded" || (status === 503 && error?.message === hostAway));
      const expectDone = () => {
        const done = answers.map((answer, place) => isLate(answer) || answer.status === calls[place]?.ok);
        expect(done, `${name}: ${JSON.stringify(answers)}`).toEqual(calls.map(() => true));
      };
      expectDone();
      return async () => {
        for (const [place, { open }] of calls.entries()) {
          const answer = answers[place];
          if (answer && isLate(answer)) answers[place] = await (await open()).answer();
        }
        expectDone();
        const replay = await order().answer();
        expect(replay.body.result_url, name).toBe(made.body.result_url);
        const [, ordered, uploaded, stored] = answers;
        const urls = [made.body.result_url, uploaded?.body.image_url, stored?.body.secure_url];
        for (const url of urls) expect((await fetch(url)).status, `${name}: ${url}`).toBe(200);
        await expectCompleted(ordered);
      };
    },
  };
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by the test, which fails on what is not there
  body: any;
}

interface Call {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** One call on its own connection. `answer` sends the body. */
function call({ path: target, method = "GET", headers = {}, body }: Call) {
  const request = httpRequest({
    host: "127.0.0.1",
    port: place.port,
    path: target,
    method,
    agent: false,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      Expect: "100-continue",
      ...headers,
      ...(body && { "Content-Length": body.length }),
    },
  });
  const begun = once(request, "continue");
  const answered = once(request, "response").then(async ([response]): Promise<Answer> => {
    const text = (await response.setEncoding("utf8").toArray()).join("");
    return { status: response.statusCode, body: JSON.parse(text) };
  });
  // Awaited later; a rejection before that must not count as unhandled.
  for (const promise of [begun, answered]) promise.catch(() => undefined);
  request.flushHeaders();
  const answer = (): Promise<Answer> => {
    request.end(body);
    return answered;
  };
  return { begun, answer };
}

function post(operation: string, json: object, key: string) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key.replaceAll(/\W+/g, "-") };
  return call({
    path: `/api/v1/${operation}`,
    method: "POST",
    headers,
    body: Buffer.from(JSON.stringify(json)),
  });
}

async function uploadCall(fields: Record<string, string>, target = "/api/v1/upload") {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([await readFile("public/samples/mug.jpg")]), "mug.jpg");
  const encoded = new Response(form);
  const headers = { "Content-Type": encoded.headers.get("content-type") ?? "" };
  const body = Buffer.from(await encoded.arrayBuffer());
  return call({ path: target, method: "POST", headers, body });
}

/** An upload that goes directly to the image host. */
async function signedUploadCall() {
  const { body } = await call({ path: "/api/v1/upload/signed" }).answer();
  const { upload_url: uploadUrl, api_key, timestamp, signature, folder } = body;
  return uploadCall({ api_key, timestamp, signature, folder }, new URL(uploadUrl).pathname);
}

async function upload(): Promise<string> {
  const { status, body } = await (await uploadCall({})).answer();
  expect(status, JSON.stringify(body)).toBe(200);
  return body.image_url;
}

const photoOf = (imageUrl: string) => ({
  image_url: imageUrl,
  type: "product",
  style: "studio",
  resolution: "4K",
});

const batchOf = (imageUrl: string) => ({
  items: [{ custom_id: "one", operation: "remove_bg", request: { image_url: imageUrl } }],
});

/** Waits for the photo that a worker has started. */
async function runningPhoto(): Promise<{ id: string }> {
  let found: { id: string } | undefined;
  const look = async () => {
    const { body } = await call({ path: "/api/v1/generations?status=running" }).answer();
    found = body.data.find(({ resolution }: { resolution: string }) => resolution === "4K");
    return found;
  };
  await expect.poll(look, { intervals: [20], timeout: 60_000 }).toBeTruthy();
  if (!found) throw new Error("unreachable");
  return found;
}

async function expectCompleted(ordered: Answer | null | undefined): Promise<void> {
  const look = async () => {
    const { body } = await call({ path: `/api/v1/batches/${ordered?.body.id}?wait=30` }).answer();
    return body.counts;
  };
  const timeout = 90_000;
  await expect.poll(look, { timeout }).toMatchObject({ total: 1, succeeded: 1 });
}

/** Expects that no matching process is left, the database's included, within the documented time. */
async function expectNoProcess(pattern: RegExp, startedAtMs = performance.now()): Promise<void> {
  const left = async () => {
    const commands = (await processesOf(place.dataDir)).map(({ command }) => command);
    return commands.filter((command) => pattern.test(command));
  };
  const timeout = stopTimeoutMs - (performance.now() - startedAtMs);
  await expect.poll(left, { intervals: [50], timeout }).toEqual([]);
}

const settings = () => ({
  PORT: String(place.port),
  DATA_DIR: place.dataDir,
  LOG_LEVEL: "warn",
  // A busy machine must not cause database timeouts.
  DATABASE_TIMEOUT_MS: "60000",
});

async function startService(command: Command, variables: Variables = {}): Promise<Started> {
  const service = launch(command, { ...settings(), ...variables });
  await untilServing(service, place.port);
  apiKey = await demoKeyOf(place);
  return service;
}

async function startWorker(command: Command): Promise<Started> {
  const worker = launch(command, settings());
  await untilWorking(worker);
  return worker;
}
