// Guards: one call with a file, answered with the photo's bytes, works from curl, fetch and Python, and is safe to repeat.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { startService } from "#lib/testing/service.ts";

await useDatabase();
const service = await startService();
useWorkers(1);

const run = promisify(execFile);
const folder = await mkdtemp(path.join(os.tmpdir(), "clients-"));
const picture = path.join(folder, "mug.png");
await writeFile(picture, await drawnProduct());
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const address = `${service.url}/api/v1/generate`;
const fields = { type: "product", style: "studio", seed: "7" };
const headersOf = (key: string, order: string) => ({
  Authorization: `Bearer ${key}`,
  Accept: "image/webp",
  "Idempotency-Key": order,
});

/** A form by hand, as Python's standard library has no writer of forms. */
const python = `
import json, sys, urllib.request
address, headers, fields, picture, target = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3]), sys.argv[4], sys.argv[5]
edge = "----picture"
parts = [f'--{edge}\\r\\nContent-Disposition: form-data; name="{k}"\\r\\n\\r\\n{v}\\r\\n'.encode() for k, v in fields.items()]
file = open(picture, "rb").read()
parts.append(f'--{edge}\\r\\nContent-Disposition: form-data; name="image_file"; filename="mug.png"\\r\\nContent-Type: image/png\\r\\n\\r\\n'.encode() + file + b"\\r\\n")
body = b"".join(parts) + f"--{edge}--\\r\\n".encode()
headers["Content-Type"] = f"multipart/form-data; boundary={edge}"
with urllib.request.urlopen(urllib.request.Request(address, body, headers)) as response:
    open(target, "wb").write(response.read())
`;

type Client = (headers: Record<string, string>, target: string) => Promise<unknown>;
const clients: Record<string, Client> = {
  curl: (headers, target) =>
    run("curl", [
      ...["--silent", "--show-error", "--fail", "--output", target, "--form", `image_file=@${picture}`],
      ...Object.entries(fields).flatMap(([name, value]) => ["--form", `${name}=${value}`]),
      ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
      address,
    ]),
  "Node's fetch": async (headers, target) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("image_file", new Blob([await readFile(picture)], { type: "image/png" }), "mug.png");
    const response = await fetch(address, { method: "POST", headers, body });
    if (!response.ok) throw new Error(await response.text());
    await writeFile(target, Buffer.from(await response.arrayBuffer()));
  },
  "Python's standard library": (headers, target) =>
    run("python3", ["-c", python, address, JSON.stringify(headers), JSON.stringify(fields), picture, target]),
};

test.each(Object.keys(clients))(
  "%s sends a file and gets the photo, and the same photo for a repeated key, charged once",
  async (name) => {
    const { key, userId } = await makeAccount({ monthly: 5 });
    const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
    const call = clients[name];
    if (!call) throw new Error(`${name} is unknown`);
    await call(headersOf(key, "order-1"), first);
    await call(headersOf(key, "order-1"), second);
    const bytes = await readFile(first);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 1024, height: 1024 });
    expect(bytes.equals(await readFile(second))).toBe(true);
    expect(await db().balance.findUniqueOrThrow({ where: { userId } })).toMatchObject({ monthly: 4 });
  },
);
