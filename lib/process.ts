import os from "node:os";
import { env } from "./env.ts";
import { newId } from "./ids.ts";

const slot = Symbol.for("photo-generation-service.boot");
const shared = globalThis as { [slot]?: string };

/** Identity of this run of this process: charges carry it, so that a crash tells which are orphans. */
export function bootId(): string {
  shared[slot] ??= newId("boot");
  return shared[slot];
}

/** Identity of this place: two live processes never share host, port and data folder. */
export function instanceName(): string {
  return `${os.hostname()}:${env().PORT}:${env().DATA_DIR}`;
}
