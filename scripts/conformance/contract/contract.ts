import { operations } from "#lib/contract/operations.ts";
import type { ErrorCode } from "#lib/platform/errors.ts";
import { checkRefusal, checkSuccess } from "../check.ts";
import type { Id } from "../derived.ts";
import { expectEqual, expectThat, Skipped } from "../suite.ts";
import type { Things } from "../things.ts";
import { type Call, fileCall, readPicture, type World } from "../world.ts";

// The contract, row by row, with its own words and numbers: nothing here is read from the tables of the service.

export type Fields = Record<string, unknown>;
export type Rows = Record<string, (contract: Contract) => Promise<unknown>>;

export const photo = { type: "product", style: "studio" };
export const balances = { number: "monthly topup total" };
export const keyInQuery = (key: string) => ({ query: { key } });

/** How the rows call the service. */
export class Contract {
  readonly things: Things;
  readonly world: World;

  constructor(things: Things) {
    this.things = things;
    this.world = things.world;
  }

  /** A caller that pays: the contract does not know test mode. */
  get payer(): string {
    if (!this.world.live) throw new Skipped("needs a live key");
    return this.world.live;
  }

  call(id: Id, call: Call = {}, key: string | null = this.payer) {
    return this.world.call(operations[id], call, key);
  }

  /** The fields of a call that must succeed. */
  async succeed(id: Id, call?: Call, key?: string | null): Promise<Fields> {
    const answer = await this.call(id, call, key);
    checkSuccess(operations[id], answer);
    return answer.json as Fields;
  }

  /** The error of a call that must be refused with this code and status. */
  async refuse(id: Id, [status, code]: readonly [number, ErrorCode], call?: Call, key?: string | null) {
    const answer = await this.call(id, call, key);
    const fault = checkRefusal(operations[id], answer, { code });
    expectEqual(answer.status, status, "status");
    return { ...fault, text: String(answer.bytes) };
  }

  /** The price of photos of one picture with these fields. */
  async estimate(...fields: readonly object[]): Promise<Fields> {
    const image_url = await this.picture();
    const requests = fields.map((own) => ({
      operation: "generate",
      request: { image_url, ...photo, ...own },
    }));
    return this.succeed("estimate", { json: { requests } });
  }

  picture = (key = this.payer) => this.things.picture(key);
  balance = () => this.succeed("credits", keyInQuery(this.payer), null);
  signed = () => this.succeed("signUpload", keyInQuery(this.payer), null);

  async sendSigned(changed?: Fields) {
    const { upload_url, cloud_name } = await this.signed();
    expectThat(`${upload_url}`.includes(`${cloud_name}`), "an address with cloud_name", `${upload_url}`);
    return this.world.uploadSigned(this.payer, await readPicture(), changed);
  }

  /** A picture, padded to this many bytes, as an upload. */
  async fileOf(bytes: number): Promise<Call> {
    const picture = await readPicture();
    return fileCall(Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]));
  }

  async requirePicture(url: unknown, type: string): Promise<Buffer> {
    const { status, headers, bytes } = await this.world.send({ method: "GET", path: String(url) });
    expectEqual([status, headers.get("content-type")], [200, type]);
    return bytes;
  }

  /** One paid photo, which several rows look at. */
  paidPhoto() {
    return this.things.once("paid photo", async () => {
      // Of an account of its own, because other cases spend at the same time.
      const key = await this.world.account("stranger");
      const json = { image_url: await this.things.upload(await readPicture(), key), ...photo };
      const total = await this.world.creditsOf(key);
      return { total, fields: await this.succeed("generate", { json }, key) };
    });
  }

  paidCutout() {
    return this.things.once("paid cut-out", async () => {
      if (!this.world.own) throw new Skipped("would charge the given key");
      const image_url = await this.things.upload(await readPicture(), this.payer);
      return this.succeed("removeBg", { json: { image_url } });
    });
  }
}

/** `names`: the names of fields by their type, separated by spaces. */
export function expectTypes(came: unknown, names: Partial<Record<"string" | "number", string>>): void {
  for (const [type, list] of Object.entries(names))
    for (const name of list.split(" ")) expectEqual(typeof (came as Fields)[name], type, name);
}

export function expectOneOf(names: string, came: unknown): void {
  expectThat(names.split(", ").includes(String(came)), `one of ${names}`, String(came));
}

export function expectMatch(came: unknown, pattern: RegExp): void {
  expectThat(pattern.test(String(came)), String(pattern), String(came));
}
