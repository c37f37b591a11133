import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { PhotoService } from "../../client.ts";
import { ApiError, UploadError } from "../../errors.ts";
import type { Generation } from "../../generated/types.ts";
import { readNumber } from "../arguments.ts";
import { lockFolder } from "../batch/lock.ts";
import { orderPhotos, photoOf, resolveOrder } from "../batch/orders.ts";
import { findResult, type PlannedPicture, planPictures } from "../batch/plan.ts";
import { StateFile } from "../batch/state.ts";
import { exitStatus } from "../exit.ts";
import { download, endingOf, isFolder, listPictures } from "../files.ts";
import type { Invocation } from "../invocation.ts";
import { readCutoutRequest, readPhotoRequest, type Wanted } from "../request.ts";
import { openClient } from "../settings.ts";
import { UsageError } from "../usage.ts";

/** Pictures per order; below the service's limit, so that the first results arrive while others are uploaded. */
const orderSize = 250;
const transfersAtOnce = 4;
/** Below the seven days after which unused uploads are deleted. */
const uploadLifetimeMs = 5 * 24 * 60 * 60_000;

/** `photos batch FOLDER`: makes all pictures of a folder that are not made yet. */
export async function runBatch({ words, given, output, signal }: Invocation): Promise<number> {
  const [folder, ...rest] = words;
  if (folder === undefined || rest.length > 0 || !(await isFolder(folder))) {
    throw new UsageError("The folder with the pictures is missing.", { fix: "Use photos batch FOLDER." });
  }
  const wanted = given.cutout ? readCutoutRequest(given) : readPhotoRequest(given);
  const maxCredits = readNumber("max-credits", given);
  const client = await openClient(given);
  const out = given.out ?? folder;
  await mkdir(out, { recursive: true });
  const unlock = await lockFolder(out);
  try {
    const file = await StateFile.open(out, client.baseUrl);
    const names = await listPictures(folder, given.recursive ?? false);
    const pictures = await planPictures(names, { folder, wanted, state: file.data });
    await file.save();
    const run = new BatchRun({ client, file, folder, out, pictures, output, signal });
    return await run.perform(wanted, maxCredits);
  } finally {
    await unlock();
  }
}

interface RunContext extends Pick<Invocation, "output" | "signal"> {
  client: PhotoService;
  file: StateFile;
  folder: string;
  out: string;
  pictures: readonly PlannedPicture[];
}

class BatchRun {
  readonly #context: RunContext;
  /** Pictures without a result file, by their photo key. */
  readonly #missing = new Map<string, PlannedPicture[]>();
  #spent = 0;
  #saved = 0;

  constructor(context: RunContext) {
    this.#context = context;
  }

  async perform(wanted: Wanted, maxCredits: number | undefined): Promise<number> {
    const { pictures, out, file, output, signal } = this.#context;
    for (const picture of pictures) {
      if (await findResult(out, picture.result)) continue;
      this.#missing.set(picture.photo, [...(this.#missing.get(picture.photo) ?? []), picture]);
    }
    const before = pictures.length - this.#countMissing();
    if (before > 0) output.note(`${before} of ${pictures.length} are already finished.`);
    for (const key of Object.keys(file.data.orders)) {
      signal.throwIfAborted();
      await resolveOrder(key, this.#context);
    }
    await this.#readEnds({ waitSeconds: 0 });
    await this.#order(wanted, maxCredits);
    while (this.#openOrders().length > 0) await this.#readEnds({ waitSeconds: 5 });
    return this.#report();
  }

  #countMissing(): number {
    return [...this.#missing.values()].reduce((sum, pictures) => sum + pictures.length, 0);
  }

  /** Uploads and orders pictures that are not ordered yet, or whose order failed and was refunded. */
  async #order(wanted: Wanted, maxCredits: number | undefined): Promise<void> {
    const { file, output } = this.#context;
    const photos = [...this.#missing.keys()].filter((photo) => !isOrdered(file.data.photos[photo]));
    let uploaded = 0;
    for (let at = 0; at < photos.length; at += orderSize) {
      const part = photos.slice(at, at + orderSize);
      await inParallel(part, async (photo) => {
        await this.#upload(photo);
        uploaded += 1;
        output.progress("Uploading", uploaded, photos.length);
      });
      await file.save();
      const ready = part.filter((photo) => file.data.photos[photo]?.problem === undefined);
      const ordered = ready.map((photo) => ({ photo, title: this.#titleOf(photo) }));
      const left = maxCredits === undefined ? undefined : Math.max(0, maxCredits - this.#spent);
      this.#spent += await orderPhotos(ordered, { wanted, maxCredits: left }, this.#context);
      await this.#readEnds({ waitSeconds: 0 });
    }
  }

  #titleOf(photo: string): string {
    const [first] = this.#missing.get(photo) ?? [];
    return path.parse(first?.name ?? "").name.slice(0, 200);
  }

  async #upload(photo: string): Promise<void> {
    const { client, file, folder, signal } = this.#context;
    const state = photoOf(file, photo);
    const isFresh = Date.now() - Date.parse(state.uploaded_at ?? "") < uploadLifetimeMs;
    file.data.photos[photo] = isFresh ? { image_url: state.image_url, uploaded_at: state.uploaded_at } : {};
    if (isFresh) return;
    const [picture] = this.#missing.get(photo) ?? [];
    try {
      const { image_url } = await client.uploads.create(path.join(folder, picture?.name ?? ""), { signal });
      file.data.photos[photo] = { image_url, uploaded_at: new Date().toISOString() };
      await file.save();
    } catch (error) {
      const isRefused = error instanceof UploadError && !isPassing(error.cause);
      if (!isRefused) throw error;
      file.data.photos[photo] = { problem: error.message };
    }
  }

  /** Orders with unfinished work that this run waits for. */
  #openOrders(): string[] {
    const { photos } = this.#context.file.data;
    const keys = [...this.#missing.keys()].flatMap((photo) => {
      const { order, status } = photos[photo] ?? {};
      return order !== undefined && isOpen(status) ? [order] : [];
    });
    return [...new Set(keys)];
  }

  /** Records finished work and saves its results. */
  async #readEnds({ waitSeconds }: { waitSeconds: number }): Promise<void> {
    const { client, file, signal } = this.#context;
    for (const key of this.#openOrders()) {
      const id = file.data.orders[key]?.batch_id;
      if (!id) continue;
      await client.batches.get(id, { wait: waitSeconds }, { signal });
      for await (const item of client.batches.items(id, { limit: 100 }, { signal })) noteItem(file, item);
    }
    await file.save();
    await this.#saveResults();
  }

  async #saveResults(): Promise<void> {
    const { file, out, output, signal } = this.#context;
    const total = this.#saved + this.#countMissing();
    const ready = [...this.#missing].filter(([photo]) => file.data.photos[photo]?.result_url !== undefined);
    await inParallel(ready, async ([photo, pictures]) => {
      const { result_url: url = "", content_type: type } = file.data.photos[photo] ?? {};
      for (const { name, result } of pictures) {
        const target = path.join(out, `${result}.${endingOf(type, url)}`);
        await download(url, target, signal);
        this.#saved += 1;
        if (output.isJson)
          output.result({ event: "made", image: name, result_url: url, file: target }, target);
        output.progress("Saved", this.#saved, total);
      }
      this.#missing.delete(photo);
    });
  }

  #report(): number {
    const { file, output, pictures } = this.#context;
    for (const [photo, missing] of this.#missing) {
      const problem = file.data.photos[photo]?.problem ?? "The picture could not be made.";
      for (const { name } of missing) {
        output.result({ event: "failed", image: name, message: problem }, `${name}: ${problem}`);
      }
    }
    const failed = this.#countMissing();
    const there = pictures.length - failed - this.#saved;
    output.result(
      { event: "done", saved: this.#saved, already_there: there, failed, credits_reserved: this.#spent },
      `${this.#saved} saved, ${there} already finished, ${failed} failed; ${this.#spent} credits ordered.`,
    );
    return failed > 0 ? exitStatus.notMade : exitStatus.done;
  }
}

const isOpen = (status: string | undefined) => status === "queued" || status === "running";

/** Made or in progress: must not be ordered and paid again. */
function isOrdered(state: { order?: string; status?: string } | undefined): boolean {
  return state?.order !== undefined && (isOpen(state.status) || state.status === "succeeded");
}

const isPassing = (cause: unknown) => cause instanceof ApiError && cause.status >= 500;

/** Updates a picture from its newest generation: a retry has the same `custom_id`. */
function noteItem(file: StateFile, item: Generation): void {
  const { custom_id: photo, status, result_url, content_type, error_message, error_fix } = item;
  const state = photo === null ? undefined : file.data.photos[photo];
  if (!state || state.order === undefined || file.data.orders[state.order]?.batch_id !== item.batch_id)
    return;
  state.status = status;
  state.content_type = content_type;
  if (status === "succeeded" && result_url) state.result_url = result_url;
  if (status === "failed") state.problem = [error_message, error_fix].filter(Boolean).join(" ");
  if (status === "canceled") state.problem = "The order was canceled.";
}

/** Throws the first error after all started items have finished. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const errors: unknown[] = [];
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined && errors.length === 0; item = waiting.shift()) {
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: transfersAtOnce }, run));
  if (errors.length > 0) throw errors[0];
}
