import { readFile } from "node:fs/promises";
import type Stripe from "stripe";
import { disconnectDb } from "../../db/index.ts";
import { stopQueue } from "../../queue/boss.ts";
import { seededRandom, shuffle } from "../random.ts";
import { deliver } from "./life.ts";

// Delivers all events of a file, twice each, in a seeded random order; prints a first line when it starts.
const [file = "", seed = "1"] = process.argv.slice(2);
const events = JSON.parse(await readFile(file, "utf8")) as Stripe.Event[];
const queue = shuffle(seededRandom(Number(seed)), [...events, ...events]);
process.stdout.write("begins\n");
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (let event = queue.shift(); event; event = queue.shift()) await deliver(event);
  }),
);
await stopQueue();
await disconnectDb();
