import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import type { TestPicture } from "#lib/contract/keys/test-mode.ts";
import { operations } from "#lib/contract/operations.ts";
import { summaryOf } from "./check.ts";
import { Mismatch, Skipped } from "./suite.ts";
import { fileCall, readPicture, type World } from "./world.ts";

interface Named {
  id: string;
}

/** What cases need to exist. Each is made when the first case asks for it. */
export class Things {
  readonly world: World;
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(world: World) {
    this.world = world;
  }

  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name) ?? make();
    this.#made.set(name, known);
    return known as Promise<T>;
  }

  /** URL of an uploaded picture of the main caller, or of another one. */
  picture(key = this.world.main): Promise<string> {
    return this.once(`picture ${key}`, async () => await this.upload(await readPicture(), key));
  }

  /** URL of a grey picture without a product. */
  emptyPicture(): Promise<string> {
    return this.once("empty picture", async () => await this.upload(await this.greyPicture()));
  }

  async upload(bytes: Uint8Array, key?: string): Promise<string> {
    return (await this.world.require<{ image_url: string }>(operations.upload, fileCall(bytes), key))
      .image_url;
  }

  testPicture(name: TestPicture): string {
    if (this.world.isCharged)
      throw new Skipped("needs a test key, or a key with the scope `keys` that makes one");
    return `${this.world.baseUrl}/test/${name}.jpg`;
  }

  /** A request for a photo that works, as small as possible. */
  async order(): Promise<{ image_url: string; type: string; style: string }> {
    const image_url = this.world.isCharged ? await this.picture() : this.testPicture("ok");
    return { image_url, type: "product", style: "studio" };
  }

  async testOrder(name: TestPicture) {
    return { image_url: this.testPicture(name), type: "product", style: "studio" };
  }

  /** The id of a finished photo. */
  photo(): Promise<string> {
    return this.once("photo", () => this.makePhoto());
  }

  async makePhoto(): Promise<string> {
    const answer = await this.world.call(operations.generate, { json: await this.order() });
    const id = answer.headers.get("x-generation-id");
    if (answer.status !== 200 || id === null)
      throw new Mismatch(`a photo is needed here, but came ${summaryOf(answer)}`);
    if (!this.world.own)
      this.world.cleanUpLater(() => this.world.call(operations.deleteGeneration, { params: { id } }));
    return id;
  }

  /** The id of a photo that failed. */
  failedPhoto(): Promise<string> {
    return this.once("failed photo", async () => {
      const answer = await this.world.call(operations.generate, { json: await this.testOrder("failed") });
      return answer.headers.get("x-generation-id") ?? "";
    });
  }

  /** The id of a photo that takes 15 seconds, and runs. */
  slowPhoto(): Promise<string> {
    return this.once("slow photo", async () => {
      const json = await this.testOrder("slow");
      const { id } = await this.world.require<Named>(operations.generate, {
        json,
        headers: { prefer: "respond-async" },
      });
      return id;
    });
  }

  /** The id of a photo that waits: the last one of a batch whose first ones are being made. */
  async queuedPhoto(): Promise<string> {
    const params = { id: await this.orderBatch("ok", 5) };
    const { data } = await this.world.require<{ data: Named[] }>(operations.listBatchItems, { params });
    // The others are not needed.
    await Promise.all(
      data.slice(2, -1).map(({ id }) => this.world.call(operations.cancelGeneration, { params: { id } })),
    );
    return data.at(-1)?.id ?? "";
  }

  async canceledPhoto(): Promise<string> {
    const id = await this.queuedPhoto();
    await this.world.require(operations.cancelGeneration, { params: { id } });
    return id;
  }

  /** The id of a photo that runs. */
  async runningPhoto(): Promise<string> {
    const id = await this.slowPhoto();
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const { status } = await this.world.require<{ status: string }>(operations.getGeneration, {
        params: { id },
      });
      if (status === "running") return id;
      if (status !== "queued") break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Mismatch("a slow test picture is not running within a minute");
  }

  /** The id of a new batch of test orders. */
  async orderBatch(name: TestPicture, count = 1): Promise<string> {
    const request = await this.testOrder(name);
    const items = Array.from({ length: count }, (_, index) => ({
      custom_id: `item-${index}`,
      operation: "generate",
      request: { ...request, seed: index },
    }));
    return (await this.world.require<Named>(operations.createBatch, { json: { items } })).id;
  }

  /** The id of a batch whose items succeeded, or failed. */
  batch(name: "ok" | "failed" = "ok"): Promise<string> {
    return this.once(`batch ${name}`, () => this.makeBatch(name));
  }

  async makeBatch(name: "ok" | "failed"): Promise<string> {
    const id = await this.orderBatch(name);
    await this.untilCompleted(id);
    return id;
  }

  async untilCompleted(id: string, key?: string): Promise<void> {
    const call = { params: { id }, query: { wait: "30" } };
    for (let waits = 0; waits < 4; waits += 1) {
      const { status } = await this.world.require<{ status: string }>(operations.getBatch, call, key);
      if (status === "completed") return;
    }
    throw new Mismatch("a batch of test work was not completed within two minutes");
  }

  /** The id of a failed batch that took all credits of an account, which has spent one of them since. */
  unaffordableBatch(key: string): Promise<string> {
    return this.once(`unaffordable batch ${key}`, async () => {
      const photo = { type: "product", style: "studio" };
      const image_url = await this.upload(await this.greyPicture(), key);
      const items = ["4K", "4K", "1K"].map((resolution, index) => ({
        custom_id: `item-${index}`,
        operation: "generate",
        request: { ...photo, image_url, resolution },
      }));
      const { id } = await this.world.require<Named>(operations.createBatch, { json: { items } }, key);
      await this.untilCompleted(id, key);
      const json = { ...photo, image_url: await this.picture(key) };
      await this.world.require(operations.generate, { json }, key);
      return id;
    });
  }

  look(): Promise<string> {
    return this.once("look", () => this.makeLook());
  }

  async makeLook(): Promise<string> {
    const json = { name: "Conformance", settings: { style: "studio" } };
    const { id } = await this.world.require<Named>(operations.createLook, { json });
    this.world.cleanUpLater(() => this.world.call(operations.deleteLook, { params: { id } }));
    return id;
  }

  async makeKey(fields: object = {}, maker?: string): Promise<{ id: string; key: string }> {
    const json = { name: "conformance", ...fields };
    const answer = await this.world.call(operations.createKey, { json }, maker);
    if (answer.status === 403) throw new Skipped("needs a key with the scope `keys`");
    if (answer.status !== 201) throw new Mismatch(`a key is needed here, but came ${summaryOf(answer)}`);
    const made = answer.json as { id: string; key: string };
    this.world.cleanUpLater(() => this.world.call(operations.deleteKey, { params: { id: made.id } }, maker));
    return made;
  }

  /** A key of test mode. */
  async testKey(): Promise<string> {
    if (this.world.isCharged)
      throw new Skipped("needs a test key, or a key with the scope `keys` that makes one");
    return this.world.main;
  }

  async deleteLooks(): Promise<void> {
    const { data } = await this.world.require<{ data: { id: string; name: string }[] }>(operations.listLooks);
    for (const { id, name } of data) {
      if (name === "Conformance") await this.world.call(operations.deleteLook, { params: { id } });
    }
  }

  async deleteKeys(): Promise<void> {
    const { data } = await this.world.require<{ data: { id: string; name: string }[] }>(operations.listKeys);
    for (const { id, name } of data) {
      if (name === "conformance") await this.world.call(operations.deleteKey, { params: { id } });
    }
  }

  /** A key without the scope. */
  keyWithout(scope: string): Promise<string> {
    const other = scope === "looks" ? "account:read" : "looks";
    return this.once(`key with ${other}`, async () => (await this.makeKey({ scopes: [other] })).key);
  }

  /** A key that may not spend anything. */
  keyWithoutBudget(): Promise<string> {
    return this.once(
      "key without budget",
      async () => (await this.makeKey({ max_credits_per_month: 0 })).key,
    );
  }

  /** Address of a subscriber of this run. Throws Skipped where the service could not reach it. */
  subscriber(): Promise<string> {
    return this.once("subscriber", async () => {
      if (!this.world.own) throw new Skipped("needs a subscriber on the machine of the service");
      const server = createServer((request, response) => {
        request.resume();
        response.writeHead(204).end();
      });
      server.listen(0, "127.0.0.1").unref();
      await new Promise((resolve) => server.once("listening", resolve));
      this.world.cleanUpLater(async () => server.closeAllConnections());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
  }

  async makeEndpoint(fields: object = {}): Promise<string> {
    const json = { url: await this.subscriber(), events: ["*"], ...fields };
    return (await this.world.require<Named>(operations.createWebhookEndpoint, { json })).id;
  }

  endpoint(): Promise<string> {
    return this.once("endpoint", () => this.makeEndpoint());
  }

  pausedEndpoint(): Promise<string> {
    return this.once("paused endpoint", async () => {
      const id = await this.makeEndpoint();
      await this.deliveryOf(id);
      await this.world.require(operations.updateWebhookEndpoint, {
        params: { id },
        json: { status: "paused" },
      });
      return id;
    });
  }

  /** The id of the first delivery of an endpoint, its test ping, once it is delivered. */
  async deliveryOf(id: string): Promise<string> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const query = { status: "succeeded" };
      const list = await this.world.require<{ data: Named[] }>(operations.listWebhookDeliveries, {
        params: { id },
        query,
      });
      if (list.data[0]) return list.data[0].id;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Mismatch("the test ping of an endpoint was not delivered within 10 s");
  }

  /** The id of an event of the account. */
  event(): Promise<string> {
    return this.once("event", async () => {
      await this.photo();
      const list = await this.world.require<{ data: Named[] }>(operations.listEvents);
      return list.data[0]?.id ?? "";
    });
  }

  /** The id of a scene, and of its preview. */
  scene(): Promise<string> {
    return this.once("scene", async () => {
      const { data } = await this.world.require<{ data: Named[] }>(operations.listScenes);
      return data[0]?.id ?? "";
    });
  }

  /** The ids of a picture and of a mask of its size. */
  maskedPicture(background: "white" | "black" = "white"): Promise<{ image_url: string; mask_url: string }> {
    return this.once(`masked picture ${background}`, async () => {
      const image_url = await this.upload(await readPicture());
      const { width, height } = await sharp(await readPicture()).metadata();
      const create = { width, height, channels: 3, background } as const;
      const mask = await sharp({ create }).toColourspace("b-w").png().toBuffer();
      return { image_url, mask_url: await this.upload(mask) };
    });
  }

  /** A picture in which nothing stands out. */
  greyPicture(): Promise<Buffer> {
    const create = { width: 64, height: 64, channels: 3, background: "#888" } as const;
    return sharp({ create }).png().toBuffer();
  }
}
