import type { WorkFields } from "../../credits/order.ts";
import { imageHost } from "../../images/index.ts";
import type { WorkQueue } from "../../queue/queues.ts";
import { modeOf } from "../kinds/modes/choice.ts";
import { expectedMsOf } from "../run/capacity.ts";

/**
 * The queue of work, and its expected time in the pixel workers of this service. Work that mostly waits for another
 * service has its own queue, so that it does not occupy a slot of CPU-bound work.
 */
export async function estimateDuration(work: WorkFields): Promise<{ queue: WorkQueue; expectedMs: number }> {
  const { isHosted, tasks } = work.operation === "generate" ? photoTasks(work) : cutoutTasks();
  return { queue: isHosted ? "work-hosted" : "work", expectedMs: await expectedMsOf(tasks) };
}

/** `isHosted`: another service does most of the work. `tasks`: kinds of tasks for the local pixel workers. */
interface Tasks {
  isHosted: boolean;
  tasks: string[];
}

function photoTasks(work: WorkFields): Tasks {
  const mode = modeOf(work);
  const parts = { studio: ["photo"], scene: ["plan", "compose"], edit: ["compare"] }[mode];
  return { isHosted: mode !== "studio", tasks: parts.map((part) => `${part} ${work.resolution}`) };
}

function cutoutTasks(): Tasks {
  const isHosted = !imageHost().makesCutoutsHere;
  return { isHosted, tasks: isHosted ? [] : ["cutout"] };
}
