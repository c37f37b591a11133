import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { operations } from "#lib/contract/operations.ts";
import { checkRefusal, type Fault, fail, seen, summaryOf } from "../check.ts";
import { callTool } from "../mcp.ts";
import { type Case, expectThat, Mismatch, Skipped } from "../suite.ts";
import type { Things } from "../things.ts";
import { multipart } from "../wire.ts";
import { fileCall, readPicture, type World } from "../world.ts";
import { type UnreadableFile, unreadableFiles } from "./files.ts";

interface FileInput {
  name: string;
  /** The error that the file got. */
  send: (world: World, file: UnreadableFile) => Promise<Partial<Fault>>;
}

/** Every way by which a file reaches the service. */
const inputs: readonly FileInput[] = [
  {
    name: "POST /api/v1/upload",
    async send(world, { bytes }) {
      const answer = await world.call(operations.upload, fileCall(bytes), world.payer);
      return checkRefusal(operations.upload, answer, { code: "invalid_params" });
    },
  },
  { name: "the signed upload", send: (world, { bytes }) => sendSigned(world, bytes) },
  {
    name: "the signed upload of a data URI",
    send: (world, { bytes }) =>
      sendSigned(world, `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`),
  },
  {
    name: "the tool upload_picture",
    async send(world, { bytes }) {
      const base64 = Buffer.from(bytes).toString("base64");
      const { fault } = await callTool(world, "upload_picture", { base64 }, world.payer);
      if (!fault) throw new Mismatch("expected invalid_params; came a success");
      expectThat(fault.code === "invalid_params", "invalid_params", JSON.stringify(fault));
      return fault;
    },
  },
  {
    name: "POST /api/try",
    async send(world, { bytes, name }) {
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
  },
];

export async function fileInputs(things: Things): Promise<Case[]> {
  const { world } = things;
  const files = await unreadableFiles();
  const empty: UnreadableFile = { name: "an empty file", bytes: new Uint8Array(), reasons: ["file_empty"] };
  return [
    {
      subject: "the signed upload",
      name: empty.name,
      run: async () => checkReason(await sendSigned(world, empty.bytes), empty),
    },
    ...inputs.flatMap(({ name, send }) =>
      files.map((file) => ({
        subject: name,
        name: file.name,
        run: async () => checkReason(await send(world, file), file),
      })),
    ),
    ...emptyAndMissing(world),
    ...(await storedFiles(things, files)),
  ];
}

function checkReason({ reason, fix, issues, message }: Partial<Fault>, { reasons }: UnreadableFile): void {
  const found = reason ?? issues?.find((issue) => issue.reason)?.reason;
  if (found !== undefined) seen.reasons.add(found);
  expectThat(
    reasons.some((one) => one === found),
    `reason ${reasons.join(" or ")}`,
    `${found} (${message})`,
  );
  expectThat(fix === undefined || fix.length > 0, "a fix", String(fix));
}

/** Uploads to the image host, whose refusals have its own format. */
async function sendSigned(world: World, content: Uint8Array | string): Promise<Partial<Fault>> {
  const { upload_url, ...fields } = await world.require<Record<string, string>>(
    operations.signUpload,
    {},
    world.payer,
  );
  const filename = typeof content === "string" ? {} : { filename: "a.jpg" };
  const parts = Object.entries(fields).map(([name, value]) => ({ name, content: String(value) }));
  const { body, contentType } = multipart([
    ...parts.filter(({ name }) => name !== "cloud_name"),
    { name: "file", content, ...filename },
  ]);
  const headers = { "content-type": contentType };
  const answer = await world.send({ method: "POST", path: upload_url ?? "", headers, body });
  fail(answer, answer.status === 400 ? [] : [`400, not ${summaryOf(answer)}`]);
  return (answer.json as { error: Partial<Fault> }).error;
}

/** Forms without the one file that an upload needs. */
function emptyAndMissing(world: World): Case[] {
  const forms = {
    "no form": { body: Buffer.from("{}"), contentType: "application/json" },
    "a form without a boundary": { body: Buffer.from("--x--"), contentType: "multipart/form-data" },
    "no file": multipart([{ name: "other", content: "a" }]),
    "a text field": multipart([{ name: "file", content: "a" }]),
    "an empty file": multipart([{ name: "file", filename: "a.jpg", content: "" }]),
    "two files": multipart(["a", "b"].map((content) => ({ name: "file", filename: "a.jpg", content }))),
    "a file beyond the limit": multipart([
      { name: "file", filename: "a.jpg", content: Buffer.alloc(5_000_000, 1) },
    ]),
    "a broken form": {
      body: Buffer.from("--x\r\nContent-Disposition: form"),
      contentType: "multipart/form-data; boundary=x",
    },
  };
  return Object.entries(forms).map(([name, { body, contentType }]) => ({
    subject: "POST /api/v1/upload",
    name,
    async run() {
      const headers = { "content-type": contentType };
      const answer = await world.call(operations.upload, { headers, body }, world.payer);
      const { issues } = checkRefusal(operations.upload, answer, { code: "invalid_params" });
      expectThat(
        issues?.some((issue) => issue.path === "file") === true,
        "an issue of `file`",
        JSON.stringify(issues),
      );
    },
  }));
}

/** Work on stored pictures that were damaged on the disk since. */
async function storedFiles(things: Things, files: readonly UnreadableFile[]): Promise<Case[]> {
  const { world } = things;
  const damaged = files.filter(({ name }) => /^(HTML|BMP|truncated (JPEG|PNG))$/.test(name));
  const all = damaged.map((file) => ({
    // A preview reads more leniently than an upload, so it notices later.
    file: {
      ...file,
      name: `${file.name} on the disk`,
      reasons: [...file.reasons, "picture_damaged" as const],
    },
    store: () => storeDamaged(things, file),
  }));
  const photo = (image_url: string) => ({ image_url, type: "product", style: "studio" });
  return all.flatMap(({ file, store }) =>
    (["generate", "removeBg", "preview"] as const).map((id) => ({
      subject: id,
      name: file.name,
      async run() {
        const image_url = await store();
        const json = id === "removeBg" ? { image_url } : photo(image_url);
        const answer = await world.call(operations[id], { json }, world.payer);
        checkReason(
          checkRefusal(operations[id], answer, { code: ["invalid_params", "generation_failed"] }),
          file,
        );
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
