// Guards that the commands and programs in README, docs and the client's README work as they are written.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { requirePid } from "#lib/testing/pid.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { type Block, readBlocks } from "../../scripts/documents/blocks.ts";
import { type Run, runs } from "../../scripts/documents/runs.ts";
import type { Demo } from "../../scripts/seed.ts";
import { expect, test } from "../installed-client.ts";
import {
  demoCaller,
  end,
  isHealthyAt,
  launch,
  newPlace,
  removePlace,
  startServing,
  uploadMug,
} from "../own-service.ts";

test.describe.configure({ mode: "default", timeout: 300_000 });

const run = promisify(execFile);
const picture = "public/samples/beanie.jpg";
const blocks = await readBlocks();
const blocksFor = (runner: Run) => blocks.filter(({ id }) => runs[id] === runner);

/** Fills in the words in capitals and the values of the deployment, as a reader does. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  const names = Object.keys(values).toSorted((a, b) => b.length - a.length);
  // Not within a longer name: PHOTOS_BASE_URL is a variable of the program.
  const pattern = (name: string) => new RegExp(`(?<![A-Z]_)${RegExp.escape(name)}`, "g");
  return names.reduce((filled, name) => filled.replace(pattern(name), () => values[name] ?? ""), text);
}

async function readValues({ base_url, test_api_key }: Demo) {
  const headers = { Authorization: `Bearer ${test_api_key}` };
  const signed = await (await fetch(`${base_url}/api/v1/upload/signed`, { headers })).json();
  return {
    "{{baseUrl}}": base_url,
    "{{key}}": test_api_key,
    "{{longestWaitSeconds}}": "30",
    "https://shop.example/mug.jpg": `${base_url}/test/ok.jpg`,
    pgs_YOUR_KEY: test_api_key,
    UPLOAD_URL: String(signed.upload_url),
    BASE_URL: base_url,
  };
}

/** What the documents leave to their reader: a mask as large as the picture. */
async function correctMask(folder: string): Promise<void> {
  const file = path.join(folder, "mask.png");
  const { width, height } = await sharp(picture).metadata();
  await writeFile(
    file,
    await sharp(await readFile(file))
      .resize(width, height, { fit: "fill" })
      .png()
      .toBuffer(),
  );
}

/** A folder with the files that the documents name. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-documents-"));
  for (const name of ["mug.jpg", "mug.png"]) await cp(picture, path.join(folder, name));
  await mkdir(path.join(folder, "products"));
  for (const name of ["mug.jpg", "shoe.jpg"]) await cp(picture, path.join(folder, "products", name));
  return folder;
}

/** Exit code and output of shell commands. */
async function runLine(line: string, options: { cwd?: string; env: NodeJS.ProcessEnv }) {
  const ended = await run("sh", ["-c", line], options).catch((error) => error);
  return { code: Number(ended.code ?? 0), output: `${ended.stdout}${ended.stderr}` };
}

/** The last JSON object of an output, which may begin with headers. */
function answerOf(output: string): Record<string, unknown> {
  const at = output.search(/^\{/m);
  return at < 0 ? {} : JSON.parse(output.slice(at));
}

/** Runs the calls of a block one after the other; each answer fills in the words in capitals of the later ones. */
async function runCalls(
  { text }: Block,
  { demo, folder }: { demo: Demo; folder: string },
): Promise<unknown[]> {
  const env = { ...process.env, KEY: demo.test_api_key, URL: demo.base_url };
  const upload = `curl -s -H "Authorization: Bearer $KEY" -F file=@mug.jpg $URL/api/v1/upload`;
  const { stdout: uploaded } = await run("sh", ["-c", upload], { cwd: folder, env });
  const { image_url } = answerOf(uploaded);
  const known: Record<string, string> = { IMAGE_URL: String(image_url), CLOTH_URL: String(image_url) };
  const values = await readValues(demo);
  const answers: unknown[] = [];
  for (const command of text.split(/^(?=curl )/m).filter((part) => part.startsWith("curl "))) {
    if (command.includes("@mask.png")) await correctMask(folder);
    const filled = fill(command, { ...known, ...values });
    const { stdout } = await run("sh", ["-c", filled], { cwd: folder, env });
    const answer = answerOf(stdout);
    answers.push(answer);
    const name = command.includes("@mask.png") ? "MASK_URL" : "IMAGE_URL";
    if (answer.image_url) known[name] = String(answer.image_url);
    if (answer.id) known["gen_…"] = String(answer.id);
    for (const field of ["result_url", "api_key", "timestamp", "signature", "folder"]) {
      if (answer[field] !== undefined) known[field.toUpperCase()] = String(answer[field]);
    }
  }
  return answers;
}

for (const block of blocksFor("calls")) {
  test(`the calls of ${block.id} work as written`, async ({ demo }) => {
    const folder = await makeFolder();
    const answers = await runCalls(block, { demo, folder });
    expect(answers.length).toBeGreaterThan(0);
    const faults = answers.filter((answer) => Object.hasOwn(Object(answer), "error"));
    expect(faults).toEqual([]);
    await rm(folder, { recursive: true });
  });
}

for (const block of blocksFor("programs")) {
  test(`the program of ${block.id} works as written`, async ({ demo, installed }) => {
    const folder = await makeFolder();
    // The packages that its first lines import: the client as a customer installs it, others as this project has them.
    const modules = path.join(folder, "node_modules");
    await mkdir(path.join(modules, "@modelcontextprotocol"), { recursive: true });
    const client = path.join(installed.folder, "node_modules/photo-generation-service");
    await symlink(client, path.join(modules, "photo-generation-service"));
    const agents = "@modelcontextprotocol/client";
    await symlink(path.resolve("node_modules", agents), path.join(modules, agents));
    await writeFile(path.join(folder, "program.mjs"), fill(block.text, await readValues(demo)));
    const env = { ...process.env, PHOTOS_BASE_URL: demo.base_url, PHOTOS_API_KEY: demo.test_api_key };
    const { stdout, stderr } = await run(process.execPath, ["program.mjs"], { cwd: folder, env });
    expect(stderr).toBe("");
    // A program that saves its result prints nothing.
    if (block.text.includes("console.log")) expect(stdout.trim()).not.toBe("");
    else expect((await readFile(path.join(folder, "photo.jpg"))).subarray(0, 2).toString("hex")).toBe("ffd8");
    await rm(folder, { recursive: true });
  });
}

for (const block of blocksFor("commands")) {
  test(`the commands of ${block.id} work as written`, async ({ demo, installed }) => {
    const folder = await makeFolder();
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await symlink(path.join(installed.folder, "node_modules"), path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "products.csv"), `sku,image_url\nM1,${demo.base_url}/test/ok.jpg\n`);
    if (block.text.includes("npm install")) await rm(path.join(folder, "node_modules"));
    const env = {
      ...process.env,
      PHOTOS_BASE_URL: demo.base_url,
      PHOTOS_API_KEY: demo.test_api_key,
      PHOTOS_CONFIG: path.join(folder, "config.json"),
    };
    const { code, output } = await runLine(`set -e\n${block.text}`, { cwd: folder, env });
    expect(code, output).toBe(0);
    await rm(folder, { recursive: true });
  });
}

for (const block of blocksFor("server")) {
  test(`the receiver of ${block.id} accepts an event as the service signs it, and no other`, async ({
    installed,
  }) => {
    const { newWebhookSecret, signWebhook } = installed.sdk;
    const folder = await mkdtemp(path.join(os.tmpdir(), "photos-documents-"));
    await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "program.mjs"), block.text);
    const [port, secret] = [await findTestPort(), newWebhookSecret()];
    const variables = { PORT: String(port), WEBHOOK_SECRET: secret };
    const program = launch([process.execPath, "program.mjs"], variables, folder);
    const data = { id: "gen_1", result_url: "https://photos.example/1.jpg" };
    const body = JSON.stringify({ id: "evt_1", type: "generation.succeeded", timestamp: new Date(), data });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await signWebhook(body, { id: "evt_1", timestamp, secret });
    const send = (text: string) =>
      fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: text }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => send(body)).toBe(204);
    expect(await send(body.replace("gen_1", "gen_2"))).toBe(400);
    await expect.poll(program.output).toBe(`gen_1 ${data.result_url}\n`);
    await end(program);
    await rm(folder, { recursive: true });
  });
}

test("the operator's commands of the documents work as written, on a service of their own", async () => {
  const place = await newPlace();
  const service = await startServing(place);
  const call = await demoCaller(place);
  const request = { image_url: await uploadMug(call), type: "product", style: "studio" };
  const items = [{ custom_id: "a", operation: "generate", request }];
  const batch = await call("batches", { items });
  const batchId = String(batch.id);
  await expect
    .poll(async () => (await call(`batches/${batchId}`)).status, { timeout: 60_000 })
    .toBe("completed");
  const { data } = await call(`batches/${batchId}/items`);
  const drillPort = await findTestPort();
  const values = {
    "gen_…": String(data[0].generation_id ?? data[0].id),
    "bat_…": batchId,
    " E ": " demo@example.com ",
    "--note TEXT": "--note goodwill",
    "find TEXT": "find demo",
    "backup.tar": path.join(place.folder, "backup.tar"),
    "pass.txt": path.join(place.folder, "pass.txt"),
    "/srv/drill": path.join(place.folder, "drill"),
    "4000": String(drillPort),
  };
  await writeFile(values["pass.txt"], "a passphrase of the operator\n");
  const env = { ...process.env, DATA_DIR: place.dataDir, PORT: String(place.port) };
  for (const { id, text } of blocksFor("operator")) {
    for (const line of fill(text, values).split("\n")) {
      if (line.endsWith("npm start")) continue;
      const ended = await runLine(line, { env });
      // The doctor's 2 stands for warnings, which a service on a test machine has.
      const allowed = line.includes("-- doctor") ? [0, 2] : [0];
      expect(allowed, `${id}: ${line}\n${ended.output}`).toContain(ended.code);
    }
    const start = fill(text, values)
      .split("\n")
      .find((line) => line.endsWith("npm start"));
    if (!start) continue;
    const command = `exec ${start.replace(/^((?:\w+=\S+ )+)/, "env $1")}`;
    const drill = launch(["sh", "-c", command], { BILLING_SANDBOX: "on" });
    await expect.poll(() => isHealthyAt(drillPort), { timeout: 120_000 }).toBe(true);
    process.kill(-requirePid(drill.child.pid), "SIGTERM");
    await drill.exit();
  }
  await end(service, "SIGTERM");
  await removePlace({ ...place, dataDir: path.join(place.folder, "drill") }).catch(() => {});
  await removePlace(place);
});
