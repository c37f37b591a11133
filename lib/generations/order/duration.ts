import type { Operation } from "../../db/generated/enums.ts";
import { imageHost } from "../../images/index.ts";
import type { WorkQueue } from "../../queue/queues.ts";
import { modeOfWork } from "../kinds/modes/choice.ts";
import { expectedMsOf } from "../run/capacity.ts";

/** What decides how long work takes: of an order, or of a row of the history. */
interface Work {
  operation: Operation;
  style?: string | null | undefined;
  resolution?: string | null | undefined;
  wantedMode?: string | null | undefined;
  scene?: string | null | undefined;
  options?: unknown;
}

/**
 * Where a piece of work waits, and how long it takes the pixels' workers of this service. What mostly waits for
 * another service does not take the place of what needs a core.
 */
export async function estimateDuration(work: Work): Promise<{ queue: WorkQueue; expectedMs: number }> {
  const { isHosted, tasks } = work.operation === "generate" ? photoTasks(work) : cutoutTasks();
  return { queue: isHosted ? "work-hosted" : "work", expectedMs: await expectedMsOf(tasks) };
}

/** `isHosted`: another service does most of it. `tasks`: their kinds, for the pixels' workers here. */
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
