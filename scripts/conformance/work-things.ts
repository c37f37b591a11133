import sharp from "sharp";
import type { TestPicture } from "#lib/contract/keys/test-mode.ts";
import { operations } from "#lib/contract/operations.ts";
import { summaryOf } from "./check.ts";
import { Mismatch, Skipped } from "./suite.ts";
import { fileCall, readPicture, type World } from "./world.ts";

export interface Named {
  id: string;
}

/** What cases need to exist. Each is made when the first case asks for it. */
export class WorkThings {
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

  /** A picture in which nothing stands out. */
  greyPicture(): Promise<Buffer> {
    const create = { width: 64, height: 64, channels: 3, background: "#888" } as const;
    return sharp({ create }).png().toBuffer();
  }
}
