import { photoModes } from "../contract/modes.ts";
import { styleNames } from "../contract/styles.ts";
import type { ChargedWork } from "../credits/charge.ts";
import type { Operation } from "../db/generated/enums.ts";
import { imageHost } from "../images/index.ts";
import { expectedMsOf } from "./capacity.ts";
import { modeOf } from "./modes/choice.ts";
import { pickPhotoOptions } from "./options.ts";

/** What decides how much a piece of work asks of the workers: of an order, or of a row of the history. */
interface Work {
  operation: Operation;
  style?: string | null | undefined;
  resolution?: string | null | undefined;
  wantedMode?: string | null | undefined;
  /** As a request says them, or as they are kept. */
  options?: unknown;
}

/**
 * Where a piece of work waits, and how long it takes the pixels' workers of this service. What mostly waits for
 * another service does not take the place of what needs a core.
 */
export async function effortOf(work: Work): Promise<Pick<ChargedWork, "queue" | "expectedMs">> {
  const { isHosted, tasks } = work.operation === "generate" ? photoEffort(work) : cutoutEffort();
  return { queue: isHosted ? "work-hosted" : "work", expectedMs: await expectedMsOf(tasks) };
}

interface Effort {
  /** Another service does most of it. */
  isHosted: boolean;
  /** The kinds of tasks that it is for the pixels' workers here. */
  tasks: string[];
}

function photoEffort({ style, resolution, wantedMode, options }: Work): Effort {
  const mode = modeOf({
    style: styleNames.find((name) => name === style),
    wantedMode: photoModes.find((name) => name === wantedMode) ?? null,
    hasBackground: pickPhotoOptions(options).background !== undefined,
  });
  const parts = { studio: ["photo"], scene: ["plan", "compose"], edit: ["compare"] }[mode];
  return { isHosted: mode !== "studio", tasks: parts.map((part) => `${part} ${resolution}`) };
}

function cutoutEffort(): Effort {
  const isHosted = !imageHost().makesCutoutsHere;
  return { isHosted, tasks: isHosted ? [] : ["cutout"] };
}
