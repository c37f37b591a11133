import path from "node:path";
import type { PhotoService } from "../../client.ts";
import { ApiError, UploadError } from "../../errors.ts";
import type { Generation } from "../../generated/types.ts";
import { exitStatus } from "../exit.ts";
import { download, endingOf } from "../files.ts";
import type { Invocation } from "../invocation.ts";
import type { Wanted } from "../request.ts";
import { noteFeed, writeFeed } from "./feed.ts";
import { orderPhotos, photoOf, resolveOrder } from "./orders.ts";
import { findResult, hashSource, type PlannedPicture } from "./plan.ts";
import type { WrongRow } from "./sources.ts";
import type { StateFile } from "./state.ts";

/** Pictures per order; below the service's limit, so that the first results arrive while others are uploaded. */
const orderSize = 250;
const transfersAtOnce = 4;
/** Below the seven days after which unused uploads are deleted. */
const uploadLifetimeMs = 5 * 24 * 60 * 60_000;

export interface RunContext extends Pick<Invocation, "output" | "signal"> {
  client: PhotoService;
  file: StateFile;
  /** Folder of the results. */
  out: string;
  /** What the pictures come from, for results.csv. */
  input: string;
  wanted: Wanted;
  maxCredits: number | undefined;
}

/** Makes pictures that are not made yet. An error leaves a state from which the same or another run goes on. */
export class BatchRun {
  readonly #context: RunContext;
  readonly #pictures = new Map<string, PlannedPicture>();
  /** Pictures without a result file, by their photo key. */
  readonly #missing = new Map<string, PlannedPicture[]>();
  /** Photos that this run has ordered or given up: a failed one is ordered again only by another run. */
  readonly #tried = new Set<string>();
  readonly #told = new Set<string>();
  #spent = 0;
  #saved = 0;
  #there = 0;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Pictures whose results an earlier run saved. */
  get there(): number {
    return this.#there;
  }

  #countMissing(): number {
    return [...this.#missing.values()].reduce((sum, pictures) => sum + pictures.length, 0);
  }

  /** Adds pictures; one of the same name replaces the former. */
  async add(pictures: readonly PlannedPicture[]): Promise<void> {
    const { file, input, out, wanted } = this.#context;
    for (const picture of pictures) {
      const former = this.#pictures.get(picture.name);
      if (former) this.#forget(former);
      this.#pictures.set(picture.name, picture);
      if (await findResult(out, picture.result)) {
        this.#there += 1;
        continue;
      }
      this.#missing.set(picture.photo, [...(this.#missing.get(picture.photo) ?? []), picture]);
    }
    noteFeed(file.data, { input, wanted, pictures: this.#pictures.values() });
    await file.save();
  }

  #forget({ name, photo }: PlannedPicture): void {
    const others = (this.#missing.get(photo) ?? []).filter((picture) => picture.name !== name);
    if (others.length > 0) this.#missing.set(photo, others);
    else this.#missing.delete(photo);
    this.#told.delete(name);
  }

  /** Finds out which orders without a response were accepted. */
  async resume(): Promise<void> {
    for (const key of Object.keys(this.#context.file.data.orders)) {
      this.#context.signal.throwIfAborted();
      await resolveOrder(key, this.#context);
    }
  }

  /** Uploads and orders pictures that are not ordered yet, or whose order failed and was refunded. */
  async order(): Promise<void> {
    const { file, output, wanted, maxCredits } = this.#context;
    const photos = [...this.#missing.keys()].filter(
      (photo) => !isOrdered(file.data.photos[photo]) && !this.#tried.has(photo),
    );
    let prepared = 0;
    for (let at = 0; at < photos.length; at += orderSize) {
      const part = photos.slice(at, at + orderSize);
      await inParallel(part, async (photo) => {
        await this.#prepare(photo);
        prepared += 1;
        output.progress("Uploading", prepared, photos.length);
      });
      await file.save();
      const ready = part.filter((photo) => file.data.photos[photo]?.problem === undefined);
      const ordered = ready.flatMap((photo) => {
        const [picture] = this.#missing.get(photo) ?? [];
        return picture ? [{ photo, title: picture.title.slice(0, 200), metadata: picture.metadata }] : [];
      });
      const left = maxCredits === undefined ? undefined : Math.max(0, maxCredits - this.#spent);
      this.#spent += await orderPhotos(ordered, { wanted, maxCredits: left }, this.#context);
      for (const photo of part) this.#tried.add(photo);
      await this.collect({ waitSeconds: 0 });
    }
  }

  /** Gets the address for the order: an upload, or the address itself. */
  async #prepare(photo: string): Promise<void> {
    const { client, file, signal } = this.#context;
    const [picture] = this.#missing.get(photo) ?? [];
    if (!picture) return;
    const { attempts: before = 0, status, image_url, uploaded_at } = photoOf(file, photo);
    const attempts = status === "failed" || status === "canceled" ? before + 1 : before;
    const isFresh = Date.now() - Date.parse(uploaded_at ?? "") < uploadLifetimeMs;
    const known = { attempts, ...(isFresh && { image_url, uploaded_at }) };
    file.data.photos[photo] = picture.isAddress ? { ...known, image_url: picture.place } : known;
    if (isFresh || picture.isAddress) return;
    try {
      const upload = await client.uploads.create(picture.place, { signal });
      if ((await hashSource(picture)) !== picture.content) {
        throw new UploadError(`${picture.place} changed while it was read.`, { fix: "Run again." });
      }
      file.data.photos[photo] = {
        ...known,
        image_url: upload.image_url,
        uploaded_at: new Date().toISOString(),
      };
      await file.save();
    } catch (error) {
      const isRefused = error instanceof UploadError && !isPassing(error.cause);
      if (!isRefused) throw error;
      file.data.photos[photo] = { ...known, problem: error.message };
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

  /** Whether work is unfinished, or finished and not saved. */
  isWaiting(): boolean {
    const { photos } = this.#context.file.data;
    const isSaved = [...this.#missing.keys()].every((photo) => photos[photo]?.result_url === undefined);
    return !isSaved || this.#openOrders().length > 0;
  }

  /** Records finished work, saves its results and writes results.csv. */
  async collect({ waitSeconds }: { waitSeconds: number }): Promise<void> {
    const { client, file, out, signal } = this.#context;
    for (const key of this.#openOrders()) {
      const id = file.data.orders[key]?.batch_id;
      if (!id) continue;
      await client.batches.get(id, { wait: waitSeconds }, { signal });
      for await (const item of client.batches.items(id, { limit: 100 }, { signal })) noteItem(file, item);
    }
    await file.save();
    await this.#saveResults();
    await writeFeed(out, file);
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

  /** Prints failures that were not printed yet. */
  reportFailures(): void {
    const { file, output } = this.#context;
    for (const [photo, missing] of this.#missing) {
      const { problem, status, result_url } = file.data.photos[photo] ?? {};
      const isEnded = problem !== undefined || status !== undefined;
      if (!isEnded || isOpen(status) || result_url !== undefined) continue;
      const message = problem ?? "The picture could not be made.";
      for (const { name } of missing) {
        if (this.#told.has(name)) continue;
        this.#told.add(name);
        output.result({ event: "failed", image: name, message }, `${name}: ${message}`);
      }
    }
  }

  /** Prints the outcome and returns the exit status. */
  report(wrong: readonly WrongRow[] = []): number {
    const { output } = this.#context;
    this.reportFailures();
    for (const { name, problem } of wrong) {
      output.result({ event: "failed", image: name, message: problem }, `${name}: ${problem}`);
    }
    const failed = this.#told.size + wrong.length;
    output.result(
      {
        event: "done",
        saved: this.#saved,
        already_there: this.#there,
        failed,
        credits_reserved: this.#spent,
      },
      `${this.#saved} saved, ${this.#there} already finished, ${failed} failed; ${this.#spent} credits ordered.`,
    );
    const open = this.#countMissing() - this.#told.size;
    if (open > 0) output.note(`${open} are not finished: the next run goes on with them.`);
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
