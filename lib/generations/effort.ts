import type { ChargedWork } from "../credits/charge.ts";
import type { Operation } from "../db/generated/enums.ts";
import { imageHost } from "../images/index.ts";
import { expectedMsOf } from "./capacity.ts";

/** What decides how much a piece of work asks of the workers: of an order, or of a row of the history. */
interface Work {
  operation: Operation;
  resolution?: string | null | undefined;
}

/** Where a piece of work waits, and how long it takes the pixels' workers of this service. */
export async function effortOf(work: Work): Promise<Pick<ChargedWork, "queue" | "expectedMs">> {
  const tasks = tasksOf(work);
  return { queue: tasks.length === 0 ? "work-hosted" : "work", expectedMs: await expectedMsOf(tasks) };
}

/** The kinds of tasks that it is for the pixels' workers; none where another service does all of it. */
function tasksOf({ operation, resolution }: Work): string[] {
  if (operation === "generate") return [`photo ${resolution}`];
  return imageHost().makesCutoutsHere ? ["cutout"] : [];
}
