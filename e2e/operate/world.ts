import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { readSample } from "../../scripts/parts/samples.ts";
import { databaseProcess, serverProcess } from "../own-service.ts";
import { Customer } from "./customer.ts";
import { Installation } from "./installation.ts";
import { judge } from "./verdict.ts";

const credits = 10_000;
const customerCount = 2;
const callsBeside = 3;

interface Backup {
  file: string;
  /** The backup contains everything confirmed before this time. */
  atMs: number;
}

interface World {
  random: () => number;
  folder: string;
  service: Installation;
  customers: Customer[];
  backups: Backup[];
}

/** Operator actions and failures while customers work. */
const actions = {
  /** Power failure of the machine, then a restart. */
  "power cut": async ({ service }: World) => {
    await service.kill();
    await service.start();
  },
  "server killed": ({ service }: World) => service.killPart(serverProcess),
  "database killed": ({ service }: World) => service.killPart(databaseProcess),
  "worker killed": ({ service }: World) => service.replaceWorker(),
  restart: async ({ service, customers }: World) => {
    const before = customers.map(({ lost }) => lost);
    await service.stop();
    const lost = customers.filter((customer, index) => customer.lost > (before[index] ?? 0));
    if (lost.length > 0) throw new Error(`an orderly stop lost a call:\n${service.output}`);
    await service.start();
  },
  "new address": async ({ service, random }: World) => {
    await service.stop();
    const hosts = ["shop-a.example", "shop-b.example"].map((host) => `https://${host}`);
    service.baseUrl = pick(random, [...hosts, `http://localhost:${service.port}`]);
    await service.start();
  },
  backup: async ({ service, folder, backups }: World) => {
    const backup = { file: path.join(folder, `backup-${backups.length + 1}`), atMs: Date.now() };
    await service.admin("backup", "create", "--out", backup.file);
    await service.admin("backup", "verify", backup.file);
    backups.push(backup);
  },
  "copy beside it": async ({ service, folder }: World) => {
    const place = path.join(await mkdtemp(path.join(folder, "copy-")), "data");
    await promisify(execFile)("cp", ["-a", service.dataDir, place]);
    const copy = await service.onFolder(place);
    const answer = await copy.startServing().then(
      () => "it started",
      (error: Error) => error.message,
    );
    await copy.kill();
    if (!answer.includes("installation adopt")) throw new Error(`a copy beside its original: ${answer}`);
    await rm(path.dirname(place), { recursive: true });
  },
} satisfies Record<string, (world: World) => Promise<void>>;

type ActionName = keyof typeof actions | "restore";

/**
 * Runs `steps` random operator actions on a real service while customers send calls, then checks that all paid work
 * has its file or its refund. On a violation, throws with the seed and the actions. `cache` is a folder with the
 * prepared cut-out network.
 */
export async function operate(
  seed: number,
  { steps, cache }: { steps: number; cache: string },
): Promise<string[]> {
  const random = seededRandom(seed);
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-operate-"));
  const done: ActionName[] = [];
  let world: World | null = null;
  try {
    world = await open(folder, { random, cache });
    // Every action is drawn once, in random order, before one is repeated.
    let left: ActionName[] = [];
    for (let step = 0; step < steps; step += 1) {
      if (left.length === 0) left = [...(Object.keys(actions) as ActionName[]), "restore"];
      const name = pick(random, left);
      left = left.filter((other) => other !== name);
      done.push(name);
      await act(world, name);
    }
    const problems = await judge(world.service, world.customers);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    await world.service.stop();
    return done;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`OPERATE_SEED=${seed}, after ${done.join(", ")}: ${why}`, { cause: error });
  } finally {
    await world?.service.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(
  folder: string,
  { random, cache }: { random: () => number; cache: string },
): Promise<World> {
  await mkdir(folder, { recursive: true });
  const service = await Installation.prepare(folder, cache);
  await service.start();
  const picture = new Uint8Array(await readSample("mug"));
  const customers: Customer[] = [];
  for (let index = 0; index < customerCount; index += 1) {
    const email = `customer-${index}@shop.example`;
    const account = [
      "account",
      "create",
      "--json",
      "--email",
      email,
      "--tier",
      "ultra",
      "--topup",
      String(credits),
    ];
    const { api_key: key } = JSON.parse(await service.admin(...account)) as { api_key: string };
    const customer = new Customer({ key, credits: 0, picture, random });
    const { fields } = await customer.send(service, "/api/v1/credits");
    customers.push(new Customer({ key, credits: Number(fields.total), picture, random }));
  }
  return { random, folder, service, customers, backups: [] };
}

async function act(world: World, name: ActionName): Promise<void> {
  const { customers, service } = world;
  // Customers do not call during a restore: anything confirmed then would be lost by design; nor while the address
  // changes: a call that is sent again names its picture at the former one.
  if (name === "restore" || name === "new address") {
    await work(world);
    await (name === "restore" ? restore(world) : actions[name](world));
    return work(world);
  }
  await Promise.all([
    actions[name](world),
    ...customers.map((customer) => customer.work(service, callsBeside)),
  ]);
}

async function work({ customers, service }: World): Promise<void> {
  await Promise.all(customers.map((customer) => customer.work(service, callsBeside)));
}

/** Simulates the loss of the disk: the service continues from a backup in another folder, at another address. */
async function restore(world: World): Promise<void> {
  if (world.backups.length === 0) await actions.backup(world);
  const { service: former, random, folder, customers } = world;
  const backup = pick(random, world.backups);
  await former.kill();
  const dataDir = path.join(await mkdtemp(path.join(folder, "restored-")), "data");
  const service = await former.onFolder(dataDir);
  const queued = pick(random, ["refund", "requeue"]);
  const to = ["--data-dir", dataDir, "--base-url", service.baseUrl, "--queued", queued];
  await service.admin("restore", backup.file, ...to);
  await rm(path.dirname(former.dataDir), { recursive: true });
  for (const customer of customers) customer.forgetFrom(backup.atMs);
  // Later backups belong to the lost history and are dropped.
  world.backups = world.backups.filter(({ atMs }) => atMs <= backup.atMs);
  world.service = service;
  await service.start();
}
