import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { operations } from "#lib/contract/operations.ts";
import { poll } from "../parts/service.ts";
import { summaryOf } from "./check.ts";
import { Mismatch, Skipped } from "./suite.ts";
import { type List, type Named, WorkThings } from "./work-things.ts";
import { readPicture } from "./world.ts";

/** Everything that cases need to exist. */
export class Things extends WorkThings {
  look = () => this.once("look", () => this.makeLook());

  async makeLook(): Promise<string> {
    const json = { name: "Conformance", settings: { style: "studio" } };
    const { id } = await this.world.require<Named>(operations.createLook, { json });
    this.world.cleanUpLater(() => this.world.call(operations.deleteLook, { params: { id } }));
    return id;
  }

  async makeKey(fields: object = {}): Promise<{ id: string; key: string }> {
    const json = { name: "conformance", ...fields };
    const answer = await this.world.call(operations.createKey, { json });
    if (answer.status === 403) throw new Skipped("needs a key with the scope `keys`");
    if (answer.status !== 201) throw new Mismatch(`a key is needed here, but came ${summaryOf(answer)}`);
    const made = answer.json as { id: string; key: string };
    this.world.cleanUpLater(() => this.world.call(operations.deleteKey, { params: { id: made.id } }));
    return made;
  }

  keyId = async () => (await this.makeKey()).id;
  /** The id of a key that grants more than a weak one. */
  strongKeyId = async () => (await this.makeKey({ scopes: ["keys"] })).id;

  /** A key that is made once. */
  #key(name: string, fields: object): Promise<string> {
    return this.once(name, async () => (await this.makeKey(fields)).key);
  }

  keyWithout(scope: string): Promise<string> {
    const other = scope === "looks" ? "account:read" : "looks";
    return this.#key(`key with ${other}`, { scopes: [other] });
  }

  /** A key that may not spend anything. */
  keyWithoutBudget = () => this.#key("key without budget", { max_credits_per_month: 0 });

  /** A key with the scope to manage keys, and bounds that it may not exceed. */
  weakKey(): Promise<string> {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    return this.#key("weak key", { scopes: ["keys"], max_credits_per_month: 5, expires_at });
  }

  /** A key of test mode. */
  async testKey(): Promise<string> {
    this.requireTestMode();
    return this.world.main;
  }

  /** Removes what successful cases have made. */
  async #deleteAll(list: "listLooks" | "listKeys", remove: "deleteLook" | "deleteKey", of: string) {
    const { data } = await this.world.require<List<Named & { name: string }>>(operations[list]);
    for (const { id, name } of data)
      if (name === of) await this.world.call(operations[remove], { params: { id } });
  }

  deleteLooks = () => this.#deleteAll("listLooks", "deleteLook", "Conformance");
  deleteKeys = () => this.#deleteAll("listKeys", "deleteKey", "conformance");

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

  async makeEndpoint(): Promise<string> {
    const json = { url: await this.subscriber(), events: ["*"] };
    return (await this.world.require<Named>(operations.createWebhookEndpoint, { json })).id;
  }

  endpoint = () => this.once("endpoint", () => this.makeEndpoint());

  /** A new endpoint whose test ping is delivered. */
  async readyEndpoint(): Promise<string> {
    const id = await this.makeEndpoint();
    await this.#deliveryOf(id);
    return id;
  }

  pausedEndpoint(): Promise<string> {
    return this.once("paused endpoint", async () => {
      const id = await this.readyEndpoint();
      const change = { params: { id }, json: { status: "paused" } };
      await this.world.require(operations.updateWebhookEndpoint, change);
      return id;
    });
  }

  /** The id of the first delivery of an endpoint, its test ping, once it is delivered. */
  async #deliveryOf(id: string): Promise<string> {
    const call = { params: { id }, query: { status: "succeeded" } };
    const look = async () =>
      (await this.world.require<List<Named>>(operations.listWebhookDeliveries, call)).data[0]?.id;
    const delivery = await poll(look, { everyMs: 100, timeoutMs: 20_000 });
    if (!delivery) throw new Mismatch("the test ping of an endpoint was not delivered within 20 s");
    return delivery;
  }

  delivery = async () => this.#deliveryOf(await this.endpoint());
  pausedDelivery = async () => this.#deliveryOf(await this.pausedEndpoint());

  /** The id of an event of the account. */
  event(): Promise<string> {
    return this.once("event", async () => {
      await this.photo();
      return this.#firstOf("listEvents");
    });
  }

  /** The id of a scene, and of its preview. */
  scene = () => this.once("scene", () => this.#firstOf("listScenes"));

  async #firstOf(list: "listEvents" | "listScenes"): Promise<string> {
    return (await this.world.require<List<Named>>(operations[list])).data[0]?.id ?? "";
  }

  /** The URLs of a picture and of a mask of its size. */
  maskedPicture(background: "white" | "black" = "white"): Promise<{ image_url: string; mask_url: string }> {
    return this.once(`masked picture ${background}`, async () => {
      const picture = await readPicture();
      const { width, height } = await sharp(picture).metadata();
      const create = { width, height, channels: 3, background } as const;
      const mask = await sharp({ create }).toColourspace("b-w").png().toBuffer();
      return { image_url: await this.upload(picture), mask_url: await this.upload(mask) };
    });
  }
}
