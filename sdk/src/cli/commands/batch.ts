import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ApiError, ConnectionError } from "../../errors.ts";
import { pause } from "../../transport/time.ts";
import { readList, readNumber } from "../arguments.ts";
import { checkFeed } from "../batch/feed.ts";
import { lockFolder } from "../batch/lock.ts";
import { type PlannedPicture, planPictures } from "../batch/plan.ts";
import { BatchRun } from "../batch/run.ts";
import { readSources, type Source, sourceOfFile, type WrongRow } from "../batch/sources.ts";
import { StateFile } from "../batch/state.ts";
import { FolderWatch } from "../batch/watch.ts";
import { isFolder, listPictures } from "../files.ts";
import type { Invocation } from "../invocation.ts";
import { readCutoutRequest, readPhotoRequest } from "../request.ts";
import { openClient } from "../settings.ts";
import { UsageError } from "../usage.ts";

const defaultIntervalSeconds = 2;
/** While the service cannot be reached. */
const retryIntervalMs = 10_000;

/** `photos batch`: makes all pictures of a folder or table that are not made yet. */
export async function runBatch(invocation: Invocation): Promise<number> {
  const { given, output, signal } = invocation;
  const input = await readInput(invocation);
  const { sources, wrong } = await readPictures(input, invocation);
  const wanted = given.cutout ? readCutoutRequest(given) : readPhotoRequest(given);
  const maxCredits = readNumber("max-credits", given);
  const intervalMs = (readNumber("interval", given) ?? defaultIntervalSeconds) * 1000;
  const client = await openClient(given);
  const out = given.out ?? (given.csv === undefined ? input : path.dirname(input));
  await mkdir(out, { recursive: true });
  const unlock = await lockFolder(out);
  try {
    await checkFeed(out);
    const file = await StateFile.open(out, client.baseUrl);
    const plan = (found: readonly Source[]) => planPictures(found, { wanted, state: file.data });
    const context = { client, file, out, input: path.resolve(input), wanted, maxCredits, output, signal };
    const run = new BatchRun(context);
    if (given.watch) return await watch(run, { input, plan, intervalMs, invocation });
    await run.add(await plan(sources));
    return await makeAll(run, wrong, output);
  } finally {
    await unlock();
  }
}

/** The folder or the table. */
async function readInput({ words, given }: Invocation): Promise<string> {
  const [folder, ...rest] = words;
  if (given.csv !== undefined) {
    if (folder === undefined && !given.watch && !given.recursive) return given.csv;
    throw new UsageError("--csv takes no folder, --watch or --recursive.", {
      fix: "Use photos batch --csv FILE, and --out FOLDER for the results.",
    });
  }
  if (given.columns !== undefined) throw new UsageError("--columns needs --csv.");
  if (folder !== undefined && rest.length === 0 && (await isFolder(folder))) return folder;
  throw new UsageError("The folder with the pictures is missing.", { fix: "Use photos batch FOLDER." });
}

async function readPictures(
  input: string,
  { given }: Invocation,
): Promise<{ sources: Source[]; wrong: WrongRow[] }> {
  if (given.csv !== undefined) return readSources(input, readList(given.columns));
  if (given.watch) return { sources: [], wrong: [] };
  const names = await listPictures(input, given.recursive ?? false);
  return { sources: names.map((name) => sourceOfFile(input, name)), wrong: [] };
}

async function makeAll(
  run: BatchRun,
  wrong: readonly WrongRow[],
  output: Invocation["output"],
): Promise<number> {
  if (run.there > 0) output.note(`${run.there} are already finished.`);
  await run.resume();
  await run.collect({ waitSeconds: 0 });
  await run.order();
  while (run.isWaiting()) await run.collect({ waitSeconds: 5 });
  return run.report(wrong);
}

interface Watching {
  input: string;
  plan: (sources: readonly Source[]) => Promise<PlannedPicture[]>;
  intervalMs: number;
  invocation: Invocation;
}

/** Processes pictures as they arrive. Ctrl-C is the normal end; what is still being made is saved by the next run. */
async function watch(run: BatchRun, { input, plan, intervalMs, invocation }: Watching): Promise<number> {
  const { given, output, signal } = invocation;
  const folder = new FolderWatch(input, { isRecursive: given.recursive ?? false });
  output.result({ event: "watching", folder: input }, `Watching ${input}. Press Ctrl-C to stop.`);
  try {
    for (;;) {
      const arrived: PlannedPicture[] = [];
      for (const name of await folder.next())
        arrived.push(...(await plan([sourceOfFile(input, name)]).catch(noneIfGone)));
      if (arrived.length > 0) await run.add(arrived);
      await pause((await goOn(run, output)) ? intervalMs : retryIntervalMs, signal);
    }
  } catch (error) {
    const status = run.report();
    if (signal.aborted) return status;
    throw error;
  }
}

/** One round; false if the service is unavailable, so that the next round repeats it. */
async function goOn(run: BatchRun, output: Invocation["output"]): Promise<boolean> {
  try {
    await run.resume();
    await run.order();
    if (run.isWaiting()) await run.collect({ waitSeconds: 0 });
    run.reportFailures();
    return true;
  } catch (error) {
    const isPassing =
      error instanceof ConnectionError ||
      (error instanceof ApiError && (error.status >= 500 || error.status === 429));
    if (!isPassing) throw error;
    output.note(`${error.message} Trying again.`);
    return false;
  }
}

/** The file was removed since it was found. */
function noneIfGone(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}
