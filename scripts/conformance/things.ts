import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { operations } from "#lib/contract/operations.ts";
import { summaryOf } from "./check.ts";
import { Mismatch, Skipped } from "./suite.ts";
import { type Named, WorkThings } from "./work-things.ts";
import { readPicture } from "./world.ts";

/** Everything that cases need to exist. */
export class Things extends WorkThings {
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
}
