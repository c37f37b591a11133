import type { ChildProcess } from "node:child_process";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import type { EdgeQuality } from "#lib/testing/imaging/edge-quality.ts";
import {
  listYardstick,
  readYardstick,
  type YardstickClass,
  yardstickClasses,
} from "#lib/testing/imaging/yardstick.ts";
import { cutByImgly, cutByOurs, judge, restartWorkers } from "./cutters.ts";

export interface Judged {
  name: string;
  class: YardstickClass;
  ours: EdgeQuality;
  imgly: EdgeQuality;
}

/** Errors of one class or of all classes, as means over the pictures. */
export interface ClassErrors {
  name: YardstickClass | "all";
  pictures: number;
  ours: EdgeQuality;
  imgly: EdgeQuality;
}

export interface YardstickRun {
  precision: Precision;
  judged: Judged[];
}

/**
 * Cuts out every test picture with both programs and measures the errors, once per precision; the workers are
 * restarted for each.
 */
export async function measureYardstick(
  imgly: ChildProcess,
  precisions: readonly Precision[],
): Promise<YardstickRun[]> {
  const runs: YardstickRun[] = [];
  // The other program's results are the same in every run.
  const theirs = new Map<string, EdgeQuality>();
  for (const precision of precisions) {
    await restartWorkers(precision);
    const judged: Judged[] = [];
    for (const picture of await listYardstick()) {
      const { jpeg, truth } = await readYardstick(picture);
      const { name } = picture;
      const { png } = await cutByOurs(jpeg);
      if (png === null) console.log(`  ${name}: ours found no product`);
      const other = theirs.get(name) ?? (await judge((await cutByImgly(imgly, jpeg)).png, truth));
      theirs.set(name, other);
      judged.push({ name, class: picture.class, ours: await judge(png, truth), imgly: other });
    }
    runs.push({ precision, judged });
  }
  return runs;
}

/** One row per class in the order of the table, then one for all pictures. */
export function errorsByClass(judged: readonly Judged[]): ClassErrors[] {
  const rows: ClassErrors[] = [];
  for (const name of yardstickClasses) {
    const own = judged.filter((picture) => picture.class === name);
    if (own.length > 0) rows.push(meansOf(name, own));
  }
  return [...rows, meansOf("all", judged)];
}

function meansOf(name: ClassErrors["name"], judged: readonly Judged[]): ClassErrors {
  const mean = (who: "ours" | "imgly"): EdgeQuality => {
    const of = (key: keyof EdgeQuality) =>
      judged.reduce((sum, picture) => sum + picture[who][key], 0) / judged.length;
    return {
      iou: of("iou"),
      mae: of("mae"),
      sad: of("sad"),
      bandMae: of("bandMae"),
      bandSad: of("bandSad"),
      gradientError: of("gradientError"),
      compositeError: of("compositeError"),
      compositeOnBlack: of("compositeOnBlack"),
      compositeOnWhite: of("compositeOnWhite"),
      compositeOnGreen: of("compositeOnGreen"),
    };
  };
  return { name, pictures: judged.length, ours: mean("ours"), imgly: mean("imgly") };
}

/** The class with the highest band error. */
export function worstClass(rows: readonly ClassErrors[]): ClassErrors | undefined {
  return rows
    .filter(({ name }) => name !== "all")
    .reduce<ClassErrors | undefined>(
      (worst, row) => (worst === undefined || row.ours.bandMae > worst.ours.bandMae ? row : worst),
      undefined,
    );
}
