import assert from "node:assert/strict";
import { chargeCredits } from "../../credits/charge.ts";
import { moveCredits } from "../../credits/move.ts";
import { completeCharge, refundCharge, refundCharges } from "../../credits/resolve.ts";
import { db, sql } from "../../db/index.ts";
import { openStatuses } from "../../db/work-status.ts";
import { refundExpired } from "../../generations/run/refund-expired.ts";
import { requireCaller } from "../../http/caller.ts";
import { revokeKey } from "../../keys/index.ts";
import { newId } from "../../platform/ids.ts";
import { makeAccount } from "../accounts.ts";
import { beginWork, chargeOf, queueOne } from "../credits/charge-one.ts";
import { pick } from "../random.ts";
import { Model } from "./model.ts";

export interface Person {
  userId: string;
  key: string;
  keyId: string;
  isRevoked: boolean;
  model: Model;
  /** References that moved credits, to be delivered again in replays. */
  delivered: { reference: string; move: Move }[];
}

export type Racer = "begin" | "complete" | "refund" | "cancel" | "sweep";
type Move = { setMonthly: number } | { addTopup: number };

/** A few accounts and processes in the real database, together with a model of their expected balances. */
export class World {
  readonly #random: () => number;
  readonly people: Person[] = [];
  /** Charge → its owner, and whether its lifetime is over. */
  readonly #works = new Map<string, { person: Person; isOver: boolean }>();
  #processes: string[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  async open(): Promise<void> {
    for (const [monthly, topup] of [
      [10, 10],
      [0, 25],
    ] as const) {
      const account = await makeAccount({ monthly: 0 });
      const person: Person = { ...account, isRevoked: false, model: new Model(), delivered: [] };
      this.people.push(person);
      await this.move(person, { setMonthly: monthly });
      await this.move(person, { addTopup: topup });
    }
    await this.startProcess();
    await this.startProcess();
  }

  async startProcess(): Promise<void> {
    const bootId = newId("boot");
    this.#processes.push(bootId);
    await db().appProcess.create({ data: { bootId, instance: `simulated:${bootId}` } });
  }

  /** Other processes take over its work, so a kill alone refunds nothing. */
  async killProcess(): Promise<void> {
    if (this.#processes.length < 2) return;
    const victim = pick(this.#random, this.#processes);
    this.#processes = this.#processes.filter((one) => one !== victim);
    await db().appProcess.delete({ where: { bootId: victim } });
  }

  /** Several concurrent charges of the same cost. Their returned balances show their order. */
  async charge(person: Person, cost: number, count: number): Promise<void> {
    const answers = await Promise.all(
      Array.from({ length: count }, async () => {
        const id = newId("gen");
        const work = {
          id,
          userId: person.userId,
          apiKeyId: null,
          operation: "generate",
          imageUrl: "x",
        } as const;
        return { id, left: await queueOne({ ...work, timeoutMs: 600_000 }, cost) };
      }),
    );
    const taken = answers.flatMap(({ id, left }) => (left ? [{ id, left }] : []));
    taken.sort((a, b) => b.left.monthly + b.left.topup - a.left.monthly - a.left.topup);
    for (const { id, left } of taken) {
      assert(person.model.charge(id, cost), `${id} was charged ${cost} beyond the balance`);
      assert.deepEqual(left, balances(person.model));
      this.#works.set(id, { person, isOver: false });
    }
    if (taken.length < count)
      assert(!person.model.charge("refused", cost), "a charge was refused with enough credits");
  }

  /** Several pieces of work in one charge: all or none, each taken from monthly credits first. */
  async order(person: Person, costs: readonly number[]): Promise<void> {
    const { userId, model } = person;
    const charge = chargeOf(userId, costs, { batch: { id: newId("bat") } });
    const outcome = await chargeCredits(charge);
    const sum = costs.reduce((total, cost) => total + cost, 0);
    assert.equal(outcome.kind === "charged", model.monthly + model.topup >= sum);
    if (outcome.kind !== "charged") return;
    for (const { id, cost } of charge.work) {
      model.charge(id, cost);
      this.#works.set(id, { person, isOver: false });
    }
    assert.deepEqual(balancesOf(outcome), balances(model));
  }

  /** A worker starts work. */
  async begin(person: Person): Promise<void> {
    const open = [...person.model.charges].filter(([, { isOpen }]) => isOpen);
    if (open.length > 0) await beginWork(pick(this.#random, open)[0]);
  }

  /** Begins, completes, refunds, cancels and sweeps concurrently, including work that was resolved long ago. */
  async resolve(person: Person, racers: readonly Racer[]): Promise<void> {
    const [id, charge] = pick(this.#random, [...person.model.charges]);
    const wasOpen = charge.isOpen;
    const wins = { completed: 0, refunded: 0, canceled: 0 };
    await Promise.all(
      racers.map(async (racer) => {
        if (racer === "complete" && (await completeCharge(id, { url: newId("row"), publicId: null })))
          wins.completed += 1;
        if (racer === "refund" && (await refundCharge(id, "generation_failed"))) wins.refunded += 1;
        if (racer === "cancel") wins.canceled += (await cancel(id)).length;
        if (racer === "begin") await beginWork(id);
        if (racer === "sweep") await this.sweep(id);
      }),
    );
    const { status } = await db().generation.findUniqueOrThrow({ where: { id }, select: { status: true } });
    assert(
      wins.completed + wins.refunded + wins.canceled <= (wasOpen ? 1 : 0),
      `${id} was resolved more than once`,
    );
    assert(wins.completed === 0 || status === "succeeded", `${id} was completed and is ${status}`);
    assert(wins.refunded === 0 || status === "failed", `${id} was refunded and is ${status}`);
    assert(wins.canceled === 0 || status === "canceled", `${id} was canceled and is ${status}`);
    if (wasOpen && status !== "queued" && status !== "running")
      person.model.resolve(id, status === "succeeded" ? "completed" : "refunded");
  }

  /** Refunds expired work; `racing` is being resolved concurrently and is not counted here. */
  async sweep(racing?: string): Promise<void> {
    const lost = [...this.#works].filter(
      ([id, { person, isOver }]) => id !== racing && isOver && person.model.charges.get(id)?.isOpen,
    );
    await refundExpired();
    for (const [id, { person }] of lost) person.model.resolve(id, "refunded");
  }

  async letTimeRunOut(person: Person): Promise<void> {
    const open = [...person.model.charges].find(([, charge]) => charge.isOpen)?.[0];
    const work = open === undefined ? undefined : this.#works.get(open);
    if (!open || !work) return;
    work.isOver = true;
    await db().generation.update({ where: { id: open }, data: { expiresAt: new Date(0) } });
  }

  /** Grants, renews or takes back credits, delivered `copies` times concurrently. */
  async move(person: Person, move: Move, copies = 1): Promise<void> {
    const reference = newId("row");
    person.delivered.push({ reference, move });
    await this.#deliver(person, { reference, move }, copies);
  }

  async replay(person: Person): Promise<void> {
    await this.#deliver(person, pick(this.#random, person.delivered), 2);
  }

  async #deliver(
    person: Person,
    { reference, move }: Person["delivered"][number],
    copies: number,
  ): Promise<void> {
    const { userId, model } = person;
    const change =
      "setMonthly" in move ? { monthly: { set: move.setMonthly } } : { topup: { add: move.addTopup } };
    const answers = await Promise.all(
      Array.from({ length: copies }, () => moveCredits({ userId, kind: "adjustment", reference, ...change })),
    );
    assert.equal(
      answers.filter(Boolean).length,
      model.move(reference, move) ? 1 : 0,
      "credits moved more than once",
    );
  }

  async revoke(person: Person): Promise<void> {
    assert.equal(await revokeKey(person.userId, person.keyId), !person.isRevoked);
    person.isRevoked = true;
  }

  /** Checks the account's key: it returns the balance, or is refused once revoked. */
  async ask(person: Person): Promise<void> {
    const request = new Request("http://localhost:3000/", { headers: { "x-api-key": person.key } });
    const caller = await requireCaller(request, "invalid_api_key").catch(() => null);
    assert.equal(caller === null, person.isRevoked, "a revoked key works, or a good one does not");
    if (caller) assert.deepEqual(balancesOf(caller.account), balances(person.model));
  }

  async check(): Promise<void> {
    for (const { userId, model } of this.people) {
      const row = await db().balance.findUniqueOrThrow({ where: { userId } });
      assert.deepEqual(balancesOf(row), balances(model));
    }
  }

  /** All processes die, no process takes over their work, and open work is swept when its lifetime is over. */
  async end(): Promise<void> {
    await db().appProcess.deleteMany({ where: { bootId: { in: this.#processes } } });
    await this.sweep();
    await this.check();
    await db().generation.updateMany({
      where: { id: { in: [...this.#works.keys()] } },
      data: { expiresAt: new Date(0) },
    });
    for (const work of this.#works.values()) work.isOver = true;
    await this.sweep();
    await this.check();
    const userIds = this.people.map(({ userId }) => userId);
    const open = await db().generation.count({
      where: { userId: { in: userIds }, status: { in: [...openStatuses] } },
    });
    assert.equal(open, 0, "a charge was never resolved");
  }
}

const cancel = (id: string) => refundCharges(sql`id = ${id}`, { status: "canceled", from: ["queued"] });
const balances = ({ monthly, topup }: Model) => ({ monthly, topup });
const balancesOf = ({ monthly, topup }: { monthly: number; topup: number }) => ({ monthly, topup });
