import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { operations } from "#lib/contract/operations.ts";
import { checkRefusal, type Fault, fail, seen, summaryOf } from "../check.ts";
import { callTool } from "../mcp.ts";
import { type Case, casesOf, expectThat, Mismatch, Skipped } from "../suite.ts";
import type { Things } from "../things.ts";
import { multipart } from "../wire.ts";
import { fileCall, readPicture, type World } from "../world.ts";
import { type UnreadableFile, unreadableFiles } from "./files.ts";

/** Every way by which a file reaches the service, with the error that the file got. */
const inputs: Record<string, (world: World, file: UnreadableFile) => Promise<Partial<Fault>>> = {
  async "POST /api/v1/upload"(world, { bytes }) {
    const answer = await world.call(operations.upload, fileCall(bytes), world.payer);
    return checkRefusal(operations.upload, answer, { code: "invalid_params" });
  },
  async "POST /api/v1/generate with the file"(world, { bytes }) {
    const call = multipart([
      { name: "type", content: "product" },
      { name: "style", content: "studio" },
      { name: "image_file", filename: "a.jpg", content: bytes },
    ]);
    const answer = await world.call(operations.generate, call, world.payer);
    return checkRefusal(operations.generate, answer, { code: "invalid_params" });
  },
  async "POST /api/v1/remove-bg with a data URI"(world, { bytes }) {
    const image_url = `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
    const answer = await world.call(operations.removeBg, { json: { image_url } }, world.payer);
    return checkRefusal(operations.removeBg, answer, { code: "invalid_params" });
  },
  "the signed upload": (world, { bytes }) => sendSigned(world, bytes),
  "the signed upload of a data URI": (world, { bytes }) =>
    sendSigned(world, `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`),
  async "the tool upload_picture"(world, { bytes }) {
    const base64 = Buffer.from(bytes).toString("base64");
    const { fault } = await callTool(world, "upload_picture", { base64 }, world.payer);
    if (fault?.code !== "invalid_params")
      throw new Mismatch(`expected invalid_params; came ${JSON.stringify(fault)}`);
    return fault;
  },
  async "POST /api/try"(world, { bytes, name }) {
    if (!world.own) throw new Skipped("would use up the free photos of this network");
    const { body, headers } = fileCall(bytes);
    // Each visitor comes from a network of its own, because the first ones use up the photos of theirs.
    const from = `198.51.${name.length}.${bytes.length % 250}`;
    const answer = await world.send({
      method: "POST",
      path: "/api/try?style=studio",
      headers: { ...headers, origin: world.baseUrl, "x-forwarded-for": from },
      body,
    });
    const { error } = (answer.json ?? {}) as { error?: Fault };
    fail(answer, error?.code === "invalid_params" ? [] : ["invalid_params"]);
    return error ?? {};
  },
};

export async function fileInputs(things: Things): Promise<Case[]> {
  const { world } = things;
  const files = await unreadableFiles();
  const empty: UnreadableFile = { name: "an empty file", bytes: new Uint8Array(), reasons: ["file_empty"] };
  const sent = Object.entries(inputs).flatMap(([subject, send]) =>
    (subject === "the signed upload" ? [empty, ...files] : files).map((file) => ({
      subject,
      name: file.name,
      run: async () => checkReason(await send(world, file), file),
    })),
  );
  return [...sent, ...forms(world), ...storedFiles(things, files)];
}

function checkReason({ reason, fix, issues, message }: Partial<Fault>, { reasons }: UnreadableFile): void {
  const found = reason ?? issues?.find((issue) => issue.reason)?.reason ?? "";
  if (found) seen.reasons.add(found);
  const isExpected = reasons.some((one) => one === found);
  expectThat(isExpected, `reason ${reasons.join(" or ")}`, `${found} (${message})`);
  expectThat(fix === undefined || fix.length > 0, "a fix", String(fix));
}

/** Uploads to the image host, whose refusals have its own format. */
async function sendSigned(world: World, content: Uint8Array | string): Promise<Partial<Fault>> {
  const answer = await world.uploadSigned(world.payer, content);
  fail(answer, answer.status === 400 ? [] : [`400, not ${summaryOf(answer)}`]);
  return (answer.json as { error: Partial<Fault> }).error;
}

/** Forms without the one file that an upload needs. */
function forms(world: World): Case[] {
  const file = { name: "file", filename: "a.jpg" };
  const raw = (body: string, type: string) => ({
    body: Buffer.from(body),
    headers: { "content-type": type },
  });
  const all = {
    "no form": raw("{}", "application/json"),
    "a form without a boundary": raw("--x--", "multipart/form-data"),
    "no file": multipart([{ name: "other", content: "a" }]),
    "a text field": multipart([{ name: "file", content: "a" }]),
    "an empty file": multipart([{ ...file, content: "" }]),
    "two files": multipart(["a", "b"].map((content) => ({ ...file, content }))),
    "a file beyond the limit": multipart([{ ...file, content: Buffer.alloc(5_000_000, 1) }]),
    "a broken form": raw("--x\r\nContent-Disposition: form", "multipart/form-data; boundary=x"),
  };
  return casesOf("POST /api/v1/upload", all, async (call) => {
    const answer = await world.call(operations.upload, call, world.payer);
    const { issues = [] } = checkRefusal(operations.upload, answer, { code: "invalid_params" });
    const isNamed = issues.some((issue) => issue.path === "file");
    expectThat(isNamed, "an issue of `file`", JSON.stringify(issues));
  });
}

/** Work on stored pictures that were damaged on the disk since. */
function storedFiles(things: Things, files: readonly UnreadableFile[]): Case[] {
  const { world } = things;
  const damaged = files.filter(({ name }) => /^(HTML|BMP|truncated (JPEG|PNG))$/.test(name));
  return damaged.flatMap((file) =>
    (["generate", "removeBg", "preview"] as const).map((id) => ({
      subject: id,
      name: `${file.name} on the disk`,
      async run() {
        const image_url = await storeDamaged(things, file);
        const json = { image_url, ...(id !== "removeBg" && { type: "product", style: "studio" }) };
        const answer = await world.call(operations[id], { json }, world.payer);
        const code = ["invalid_params", "generation_failed"] as const;
        // A preview reads more leniently than an upload, so it notices later.
        const reasons = [...file.reasons, "picture_damaged" as const];
        checkReason(checkRefusal(operations[id], answer, { code }), { ...file, reasons });
      },
    })),
  );
}

/** Uploads a picture and replaces its file by the unreadable one. */
async function storeDamaged(things: Things, { bytes }: UnreadableFile): Promise<string> {
  const { own, payer } = things.world;
  if (!own) throw new Skipped("needs the disk of the service");
  const url = await things.upload(await readPicture(), payer);
  const publicId = /inputs\/[^.]+/.exec(url)?.[0] ?? "";
  const root = path.join(own.dataDir, "images");
  for (const name of await readdir(root, { recursive: true })) {
    if (!name.endsWith("asset.json")) continue;
    if (!(await readFile(path.join(root, name), "utf8")).includes(`"${publicId}"`)) continue;
    const folder = path.join(root, path.dirname(name));
    const original = (await readdir(folder)).find((file) => file.endsWith(".original"));
    if (original) await writeFile(path.join(folder, original), bytes);
    return url;
  }
  throw new Mismatch(`no file of ${publicId} was found`);
}
