import { Readable } from "node:stream";
import sharp from "sharp";
import { expect, test } from "vitest";
import { variantUrl } from "#lib/images/cloudinary/delivery-url.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { rowsOf } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(1);

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
const photo = { image_url: imageUrl, type: "product", style: "studio", size: { width: 64, height: 64 } };

/** The digital source type in the XMP of a file; null without one. */
async function sourceOf(bytes: Uint8Array | ArrayBuffer): Promise<string | null> {
  const { xmp } = await sharp(bytes).metadata();
  const text = xmp?.toString() ?? "";
  expect(text).toContain('xmp:CreatorTool="Photo Generation Service 1.0"');
  return (
    /DigitalSourceType="http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w+)"/.exec(text)?.[1] ?? null
  );
}

async function deliver(url: string): Promise<ArrayBuffer> {
  const response = await handleImageHostRequest(new Request(url));
  expect(response.status).toBe(200);
  return response.arrayBuffer();
}

async function make(operation: "generate" | "removeBg", json: object, key: string) {
  const { headers, body } = await api(operation, { key, json });
  return { id: headers.get("x-generation-id") ?? "", url: String(body.result_url) };
}

const results = [
  ["a photo", "generate", photo, "compositeSynthetic"],
  ["a photo as PNG", "generate", { ...photo, format: "png" }, "compositeSynthetic"],
  ["a photo as AVIF", "generate", { ...photo, format: "avif" }, "compositeSynthetic"],
  ["a cut-out", "removeBg", { image_url: imageUrl }, "algorithmicallyEnhanced"],
  [
    "a cut-out as WebP",
    "removeBg",
    { image_url: imageUrl, trim: true, format: "webp" },
    "algorithmicallyEnhanced",
  ],
  ["a mask", "removeBg", { image_url: imageUrl, output: "mask" }, "algorithmicallyEnhanced"],
] as const;

test.each(rowsOf(results, [results[0], results[3], results[4]]))(
  "%s says in its file what it is, in every format and size, and so does its generation",
  async (_name, operation, json, type) => {
    const { key } = await makeAccount();
    const { id, url } = await make(operation, json, key);
    const formats = (["webp", "png"] as const).map((format) => variantUrl(url, { format }));
    const files = [url, resizedUrl(url, "strip"), ...formats];
    for (const file of files) if (file !== null) expect(await sourceOf(await deliver(file))).toBe(type);
    for (const query of ["", "format=jpeg", "format=avif"]) {
      const response = await fetchApi("downloadGeneration", { key, id, query });
      expect(await sourceOf(await response.arrayBuffer())).toBe(type);
    }
    const { body } = await api("getGeneration", { key, id });
    expect([body.engine, body.provenance]).toEqual(["1.0", { digital_source_type: type, engine: "1.0" }]);
  },
);

test("a download has the wanted width and resolution, and is never enlarged", async () => {
  const { key } = await makeAccount();
  const { id, url } = await make("generate", photo, key);
  const file = (query: string) => fetchApi("downloadGeneration", { key, id, query });
  const small = await sharp(await (await file("width=32&dpi=300&format=png")).arrayBuffer()).metadata();
  expect([small.width, small.height, small.format, small.density]).toEqual([32, 32, "png", 300]);
  expect(small.xmp?.toString()).toContain("compositeSynthetic");
  expect((await sharp(await (await file("dpi=72")).arrayBuffer()).metadata()).density).toBe(72);
  expect(await (await file("width=2000")).arrayBuffer()).toEqual(await deliver(url));
});

test("X-Same-As names an earlier photo with the same bytes if the request has no seed", async () => {
  const { key } = await makeAccount();
  const ask = async (json: object) => {
    const { headers } = await api("generate", { key, json });
    return [headers.get("x-generation-id"), headers.get("x-same-as")];
  };
  const [first, none] = await ask(photo);
  expect(none).toBeNull();
  const [second, same] = await ask({ ...photo, engine: "1.0" });
  expect(same).toBe(first);
  expect(second).not.toBe(first);
  expect(await ask({ ...photo, seed: 0 })).toEqual([expect.any(String), null]);
  expect(await ask({ ...photo, shadow: 0.2 })).toEqual([expect.any(String), null]);
  const other = await api("generate", { key, json: { ...photo, engine: "0.9" } });
  expect([other.status, other.body.error.issues[0].path]).toEqual([400, "engine"]);
});

test("the entries of an archive say what they are", async () => {
  const { key } = await makeAccount();
  const { id } = await make("generate", photo, key);
  const response = await fetchApi("createArchive", { key, json: { ids: [id], format: "png" } });
  const zip = Buffer.concat(await Readable.from(response.body ?? []).toArray());
  const start = zip.indexOf(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  expect(await sourceOf(zip.subarray(start))).toBe("compositeSynthetic");
});
