import { APICallError } from "ai";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../trials.ts";
import { type ProviderName, providerNames, type ServedProvider, serveProvider, wires } from "./index.ts";
import { paintBySdk, sdkModel, sdkRequests } from "./sdk.ts";

const servers = new Map<ProviderName, ServedProvider>();
let product = new Uint8Array();

beforeAll(async () => {
  for (const name of providerNames) servers.set(name, await serveProvider(name));
  const create = { width: 60, height: 40, channels: 3, background: "#884422" } as const;
  product = new Uint8Array(await sharp({ create }).png().toBuffer());
});
afterAll(() => {
  for (const server of servers.values()) server.close();
});

function served(name: ProviderName): ServedProvider {
  const server = servers.get(name);
  if (!server) throw new Error(`${name} is not served`);
  return server;
}

const paint = (name: ProviderName, options?: Parameters<typeof paintBySdk>[2]) =>
  paintBySdk(name, served(name), options);

const failed = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("a picture came"),
    (error: unknown) => error,
  );

describe.each(rowsOf(providerNames, ["openai-compatible", "fal"]))("%s", (name) => {
  test("returns a scene of the requested size in one paid call", async () => {
    const server = served(name);
    server.play("picture");
    const { image } = await paint(name);
    const { width, height, format } = await sharp(image.uint8Array).metadata();
    expect(format).toBe("jpeg");
    expect(width / height).toBeCloseTo(4 / 3, 1);
    const [call, ...more] = server.paid();
    expect(more).toEqual([]);
    expect(call).toMatchObject({ method: "POST", status: expect.any(Number), pictures: [] });
    expect(JSON.stringify(call?.fields)).toContain("an empty oak table");
    expect(JSON.stringify(server.calls)).not.toContain("test_");
  });

  test("receives the complete picture that is to be edited", async () => {
    const server = served(name);
    server.play("picture");
    const { edit, editModel } = sdkRequests[name];
    await paint(name, {
      ...edit,
      ...(editModel && { model: sdkModel(name, server, editModel) }),
      prompt: { text: "put it on oak", images: [product] },
    });
    expect(server.paid()[0]?.pictures).toEqual([
      {
        field: expect.any(String),
        mediaType: "image/png",
        width: 60,
        height: 40,
        sizeBytes: product.length,
      },
    ]);
  });

  test("rejects a wrong key, and does not count the call as paid", async () => {
    const server = served(name);
    server.play("picture");
    const [key = ""] = Object.keys(server.env).filter((one) => /KEY/.test(one));
    const stranger = { ...server, env: { ...server.env, [key]: "wrong" } };
    const error = await failed(paintBySdk(name, stranger));
    expect(APICallError.isInstance(error) && error.statusCode).toBeOneOf([400, 401, 403]);
    expect(server.paid()).toEqual([]);
  });

  test.each([
    ...wires[name].refusals.map((refused) => ({ refused })),
    ...wires[name].breakdowns.map((broken) => ({ broken })),
  ])("%j is one paid call without a usable picture", async (step) => {
    const server = served(name);
    server.play(step);
    const made = await paint(name).catch(() => null);
    if (made) {
      // The only refusal that includes a picture: a black one with a flag beside it.
      expect(step).toEqual({ refused: "has_nsfw_concepts" });
      expect(made.providerMetadata.fal?.images).toEqual([expect.objectContaining({ nsfw: true })]);
    }
    expect(server.paid()).toHaveLength(1);
  });

  test("returns the delay of a rate limit in its own format", async () => {
    served(name).play({ limitedForSeconds: 2 });
    const error = await failed(paint(name));
    if (!APICallError.isInstance(error)) throw error;
    expect(error.statusCode).toBe(429);
    if (name === "google") expect(error.responseBody).toContain('"retryDelay":"2s"');
    else expect(error.responseHeaders?.["retry-after"]).toBe("2");
  });
});
