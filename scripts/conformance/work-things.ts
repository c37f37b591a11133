import sharp from "sharp";
import type { TestPicture } from "#lib/contract/keys/test-mode.ts";
import { operations } from "#lib/contract/operations.ts";
import { poll } from "../parts/service.ts";
import { summaryOf } from "./check.ts";
import { Mismatch, Skipped } from "./suite.ts";
import { fileCall, readCutOut, type World } from "./world.ts";

export interface Named {
  id: string;
}

export interface List<T> {
  data: T[];
}

interface Made extends Named {
  status: string;
}

const photo = { type: "product", style: "studio" };
/** Smaller than any resolution. */
const small = { ...photo, size: { width: 240, height: 216 } };

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
    return this.once(`picture ${key}`, async () => await this.upload(await readCutOut(), key));
  }

  /** URL of a picture that the image host does not have. */
  missingPicture = async () => (await this.picture()).replace(/[^/]+$/, "none.png");

  /** URL of a grey picture without a product. */
  emptyPicture = () => this.once("empty picture", async () => await this.upload(await this.greyPicture()));

  async upload(bytes: Uint8Array, key?: string): Promise<string> {
    return (await this.world.require<{ image_url: string }>(operations.upload, fileCall(bytes), key))
      .image_url;
  }

  requireTestMode(): void {
    if (this.world.isCharged)
      throw new Skipped("needs a test key, or a key with the scope `keys` that makes one");
  }

  testPicture(name: TestPicture): string {
    this.requireTestMode();
    return `${this.world.baseUrl}/test/${name}.jpg`;
  }

  /** A request for a photo that works, as small as possible. */
  async order() {
    return { ...small, image_url: this.world.isCharged ? await this.picture() : this.testPicture("ok") };
  }

  async testOrder(name: TestPicture) {
    return { ...small, image_url: this.testPicture(name) };
  }

  /** The id of a finished photo. */
  photo = () => this.once("photo", () => this.makePhoto());

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

  /** The id of a photo that waits: the last one of a batch whose first ones are being made. */
  async queuedPhoto(): Promise<string> {
    const params = { id: await this.orderBatch("ok", 5, photo) };
    const { data } = await this.world.require<List<Named>>(operations.listBatchItems, { params });
    // The others are not needed.
    await Promise.all(data.slice(2, -1).map(({ id }) => this.#cancel(id)));
    return data.at(-1)?.id ?? "";
  }

  #cancel = (id: string) => this.world.call(operations.cancelGeneration, { params: { id } });

  async canceledPhoto(): Promise<string> {
    const id = await this.queuedPhoto();
    await this.world.require(operations.cancelGeneration, { params: { id } });
    return id;
  }

  /** The id of a photo that takes 15 seconds, and runs. */
  async runningPhoto(): Promise<string> {
    const id = await this.once("slow photo", async () => {
      const call = { json: await this.testOrder("slow"), headers: { prefer: "respond-async" } };
      return (await this.world.require<Named>(operations.generate, call)).id;
    });
    const look = async () => {
      const { status } = await this.world.require<Made>(operations.getGeneration, { params: { id } });
      return status === "queued" ? null : status;
    };
    if ((await poll(look, { everyMs: 100, timeoutMs: 120_000 })) !== "running")
      throw new Mismatch("a slow test picture is not running within two minutes");
    return id;
  }

  /** The id of a new batch of orders. */
  async #batchOf(requests: readonly object[], key?: string): Promise<string> {
    const items = requests.map((request, index) => ({
      custom_id: `item-${index}`,
      operation: "generate",
      request,
    }));
    return (await this.world.require<Named>(operations.createBatch, { json: { items } }, key)).id;
  }

  /** The id of a new batch of test orders. */
  async orderBatch(name: TestPicture, count = 1, fields: object = small): Promise<string> {
    const request = { ...fields, image_url: this.testPicture(name) };
    return this.#batchOf(Array.from({ length: count }, (_, seed) => ({ ...request, seed })));
  }

  openBatch = () => this.orderBatch("ok", 2);
  batch = () => this.once("batch", () => this.#endedBatch("ok"));
  failedBatch = () => this.once("failed batch", () => this.makeFailedBatch());
  makeFailedBatch = () => this.#endedBatch("failed");

  async #endedBatch(name: TestPicture): Promise<string> {
    const id = await this.orderBatch(name);
    await this.#untilCompleted(id);
    return id;
  }

  async #untilCompleted(id: string, key?: string): Promise<void> {
    const call = { params: { id }, query: { wait: "30" } };
    for (let waits = 0; waits < 4; waits += 1) {
      if ((await this.world.require<Made>(operations.getBatch, call, key)).status === "completed") return;
    }
    throw new Mismatch("a batch of test work was not completed within two minutes");
  }

  /** The id of a failed batch that took all credits of the poor account, which has spent one of them since. */
  unaffordableBatch(): Promise<string> {
    return this.once("unaffordable batch", async () => {
      const cost = await this.world.photoCost("1K");
      if (cost !== 1) throw new Skipped("needs photos for one credit");
      const key = await this.world.account("poor");
      const grey = { ...photo, image_url: await this.upload(await this.greyPicture(), key) };
      const resolutions = ["4K", "4K", "1K"];
      const id = await this.#batchOf(
        resolutions.map((resolution) => ({ ...grey, resolution })),
        key,
      );
      await this.#untilCompleted(id, key);
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
