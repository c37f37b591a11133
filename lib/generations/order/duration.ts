import type { Operation } from "../../db/generated/enums.ts";
import { imageHost } from "../../images/index.ts";
import type { WorkQueue } from "../../queue/queues.ts";
import { modeOfWork } from "../kinds/modes/choice.ts";
import { expectedMsOf } from "../run/capacity.ts";

/** The fields of an order or a row that determine its duration. */
interface Work {
  operation: Operation;
  style?: string | null | undefined;
  resolution?: string | null | undefined;
  wantedMode?: string | null | undefined;
  scene?: string | null | undefined;
  options?: unknown;
}

/**
 * The queue of work, and its expected time in the pixel workers of this service. Work that mostly waits for another
 * service has its own queue, so that it does not occupy a slot of CPU-bound work.
 */
export async function estimateDuration(work: Work): Promise<{ queue: WorkQueue; expectedMs: number }> {
  const { isHosted, tasks } = work.operation === "generate" ? photoTasks(work) : cutoutTasks();
  return { queue: isHosted ? "work-hosted" : "work", expectedMs: await expectedMsOf(tasks) };
}

/** `isHosted`: another service does most of the work. `tasks`: kinds of tasks for the local pixel workers. */
interface Tasks {
  isHosted: boolean;
  tasks: string[];
}

function photoTasks(work: Work): Tasks {
  const mode = modeOfWork(work);
  const parts = { studio: ["photo"], scene: ["plan", "compose"], edit: ["compare"] }[mode];
  return { isHosted: mode !== "studio", tasks: parts.map((part) => `${part} ${work.resolution}`) };
}

function cutoutTasks(): Tasks {
  const isHosted = !imageHost().makesCutoutsHere;
  return { isHosted, tasks: isHosted ? [] : ["cutout"] };
}
