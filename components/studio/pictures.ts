import { ApiProblem } from "#lib/api/client.ts";
import { checkFile } from "./check-file.ts";
import { createLanes } from "./lanes.ts";
import { localId, type Source } from "./model.ts";
import type { Bench } from "./store.ts";
import { UploadError, uploadPicture } from "./upload.ts";

const uploadsAtOnce = 2;

/** The seller's pictures: taken in, checked, sent to the image host, chosen and removed. */
export function createPictures({ get, update, closed }: Bench, maxFileBytes: number) {
  const inLane = createLanes(uploadsAtOnce);
  const files = new Map<string, Blob>();
  const transfers = new Map<string, AbortController>();

  const find = (id: string) => get().sources.find((source) => source.id === id);
  const change = (id: string, part: Partial<Source>) =>
    update(({ sources }) => ({
      sources: sources.map((source) => (source.id === id ? { ...source, ...part } : source)),
    }));
  const fail = (id: string, problem: string, hopeless: boolean) => {
    change(id, { state: "failed", problem, hopeless, progress: 0 });
    // The stage is for what can be seen.
    const { sources, onStage } = get();
    const shown = sources.findLast((source) => source.previewUrl !== null);
    if (onStage === id && find(id)?.previewUrl === null && shown) update(() => ({ onStage: shown.id }));
  };

  function add(name: string): Source {
    const source: Source = {
      id: localId(),
      name,
      state: "waiting",
      progress: 0,
      problem: null,
      hopeless: false,
      previewUrl: null,
      imageUrl: null,
      selected: true,
    };
    update(({ sources }) => ({ sources: [...sources, source], onStage: source.id }));
    return source;
  }

  async function takeIn(id: string, file: File): Promise<void> {
    const check = await checkFile(file, maxFileBytes);
    if (!check.ok) return fail(id, check.problem, true);
    if (!find(id)) return;
    files.set(id, check.file);
    change(id, { previewUrl: check.previewUrl });
    send(id);
  }

  function send(id: string): void {
    const transfer = new AbortController();
    transfers.set(id, transfer);
    const signal = AbortSignal.any([transfer.signal, closed]);
    change(id, { state: "waiting", problem: null, progress: 0 });
    inLane(async () => {
      const [source, file] = [find(id), files.get(id)];
      if (!source || !file || signal.aborted) return;
      change(id, { state: "uploading" });
      try {
        const imageUrl = await uploadPicture(
          file,
          source.name,
          (progress) => change(id, { progress }),
          signal,
        );
        change(id, { state: "ready", progress: 1, imageUrl });
        files.delete(id);
      } catch (error) {
        if (signal.aborted) return;
        fail(id, problemOf(error), error instanceof UploadError && error.hopeless);
      } finally {
        transfers.delete(id);
      }
    });
  }

  return {
    addFiles: (added: readonly File[]) => {
      for (const file of added) void takeIn(add(file.name).id, file);
    },

    /** A bundled picture goes the way of every other: fetched, checked, sent. */
    addSample: async (url: string, name: string) => {
      const { id } = add(name);
      change(id, { previewUrl: url });
      try {
        const response = await fetch(url, { signal: closed });
        if (!response.ok) throw new Error(`the sample answered ${response.status}`);
        files.set(id, await response.blob());
        send(id);
      } catch {
        if (!closed.aborted) fail(id, "The connection was lost.", true);
      }
    },

    retryUpload: send,

    cancelUpload: (id: string) => {
      transfers.get(id)?.abort();
      fail(id, "Stopped.", false);
    },

    toggle: (id: string) => change(id, { selected: !find(id)?.selected }),

    remove: (id: string) => {
      transfers.get(id)?.abort();
      files.delete(id);
      release(find(id));
      update(({ sources, shots, onStage }) => {
        const rest = sources.filter((source) => source.id !== id);
        return {
          sources: rest,
          onStage: onStage === id ? (rest.at(-1)?.id ?? shots[0]?.id ?? null) : onStage,
        };
      });
    },

    releaseAll: () => get().sources.forEach(release),
  };
}

function release(source: Source | undefined): void {
  if (source?.previewUrl?.startsWith("blob:")) URL.revokeObjectURL(source.previewUrl);
}

function problemOf(error: unknown): string {
  if (error instanceof UploadError) return error.message;
  if (!(error instanceof ApiProblem)) return "The connection was lost.";
  if (error.status === 401) return "You are signed out. Sign in again, then retry.";
  if (error.code === "no_active_subscription") return "Uploading needs an active plan.";
  return error.message;
}
