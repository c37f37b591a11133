import { pick, seededRandom } from "../random.ts";
import { type Racer, World } from "./world.ts";

const stepsOfLife = 25;

/**
 * Simulates random events of a few accounts: concurrent charges, racing outcomes, batches, repeated events, resets,
 * kills, sweeps, revoked keys. Throws, with the seed, when the database deviates from the model.
 */
export async function simulateLife(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const world = new World(random);
  const done: string[] = [];
  try {
    await world.open();
    for (let step = 0; step < stepsOfLife; step += 1) {
      const person = pick(random, world.people);
      const racers = Array.from({ length: upTo(3) }, () =>
        pick(random, ["begin", "complete", "complete", "refund", "cancel", "sweep"] satisfies Racer[]),
      );
      const name = pick(random, [
        "charge",
        "charge",
        "order",
        "begin",
        "begin",
        "resolve",
        "resolve",
        "move",
        "other",
        "other",
      ]);
      done.push(name);
      if (name === "charge") await world.charge(person, upTo(8), upTo(4));
      else if (name === "order")
        await world.order(
          person,
          Array.from({ length: upTo(6) }, () => upTo(4)),
        );
      else if (name === "begin") await world.begin(person);
      else if (name === "resolve" && person.model.charges.size > 0) await world.resolve(person, racers);
      else if (name === "move")
        await world.move(
          person,
          pick(random, [{ setMonthly: upTo(20) }, { addTopup: upTo(20) }, { addTopup: -upTo(20) }]),
          upTo(3),
        );
      else await pick(random, others)(world, person);
    }
    await world.check();
    await world.end();
  } catch (error) {
    throw new Error(`SIM_SEED=${seed}, step ${done.length} (${done.at(-1)}): ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const others = [
  (world: World) => world.sweep(),
  (world: World) => world.killProcess(),
  (world: World) => world.startProcess(),
  (world: World, person: World["people"][number]) => world.letTimeRunOut(person),
  (world: World, person: World["people"][number]) => world.replay(person),
  (world: World, person: World["people"][number]) => world.ask(person),
  (world: World, person: World["people"][number]) =>
    person.delivered.length > 4 ? world.revoke(person) : world.ask(person),
];
