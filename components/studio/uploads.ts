import pLimit from "p-limit";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { checkFile } from "./check-file.ts";
import { changeById, localId, removeSource, type Source, type StudioContents } from "./state.ts";

const uploadsAtOnce = 2;

/** The seller's pictures: taken in, checked, sent to the image host, chosen and removed. */
export function createUploads({ store, closed }: StudioContents, maxFileBytes: number) {
  const limit = pLimit(uploadsAtOnce);
  const files = new Map<string, Blob>();
  const transfers = new Map<string, AbortController>();

  const find = (id: string) => store.getState().sources.find((source) => source.id === id);
  const change = (id: string, part: Partial<Source>) =>
    store.setState(({ sources }) => ({ sources: changeById(sources, id, part) }));
  const fail = (id: string, problem: string, rejected: boolean) => {
    change(id, { state: "failed", problem, rejected, progress: 0 });
    // The viewer is for what can be seen.
    const { sources, shownId } = store.getState();
    const visible = sources.findLast((source) => source.previewUrl !== null);
    if (shownId === id && find(id)?.previewUrl === null && visible) store.setState({ shownId: visible.id });
  };

  function add(name: string): Source {
    const source: Source = {
      id: localId(),
      name,
      state: "waiting",
      progress: 0,
      problem: null,
      rejected: false,
      previewUrl: null,
      imageUrl: null,
      selected: true,
    };
    store.setState(({ sources }) => ({ sources: [...sources, source], shownId: source.id }));
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
    void limit(async () => {
      const [source, file] = [find(id), files.get(id)];
      if (!source || !file || signal.aborted) return;
      change(id, { state: "uploading" });
      try {
        const onProgress = (progress: number) => change(id, { progress });
        const imageUrl = await uploadPicture(file, { name: source.name, onProgress, signal });
        change(id, { state: "ready", progress: 1, imageUrl });
        files.delete(id);
      } catch (error) {
        if (signal.aborted) return;
        fail(id, problemOf(error), error instanceof UploadError && error.rejected);
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
      store.setState((state) => removeSource(state, id));
    },

    /** Checks and sends a picture that stands behind products; it is none of the tray's. */
    uploadBackground: async (
      file: File,
      { onProgress, signal }: Omit<UploadOptions, "name">,
    ): Promise<{ ok: true; imageUrl: string } | { ok: false; problem: string }> => {
      const check = await checkFile(file, maxFileBytes);
      if (!check.ok) return check;
      if (check.previewUrl) URL.revokeObjectURL(check.previewUrl);
      try {
        const until = AbortSignal.any([signal, closed]);
        const imageUrl = await uploadPicture(check.file, { name: file.name, onProgress, signal: until });
        return { ok: true, imageUrl };
      } catch (error) {
        return { ok: false, problem: problemOf(error) };
      }
    },

    releaseAll: () => store.getState().sources.forEach(release),
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

/** The upload did not arrive; `rejected` when the image host refused the picture itself. */
class UploadError extends Error {
  readonly rejected: boolean;

  constructor(message: string, rejected: boolean) {
    super(message);
    this.name = "UploadError";
    this.rejected = rejected;
  }
}

interface UploadOptions {
  name: string;
  /** Hears the part of the bytes that left, 0…1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a picture straight to the image host, with a signature from the service. Resolves to its delivery URL; throws
 * UploadError, ApiProblem, or the signal's reason.
 */
async function uploadPicture(file: Blob, { name, onProgress, signal }: UploadOptions): Promise<string> {
  const { upload_url, signature, timestamp, api_key, folder } = await callApi("GET /api/v1/upload/signed", {
    signal,
  });
  const form = new FormData();
  const fields = { api_key, timestamp: String(timestamp), signature, folder };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", file, name);
  // fetch tells nothing of how far an upload is.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(new UploadError("The connection was lost.", false));
    request.ontimeout = request.onerror;
    request.onload = () => {
      const answer = readAnswer(request.responseText);
      if (request.status === 200 && answer.url) return resolve(answer.url);
      // The host says 400 of a picture that it cannot read; everything else may pass.
      const rejected = request.status === 400 && answer.problem !== null;
      reject(new UploadError(answer.problem ?? `The image host answered ${request.status}.`, rejected));
    };
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.responseType = "text";
    request.open("POST", upload_url);
    request.send(form);
    if (signal.aborted) abort();
  });
}

function readAnswer(text: string): { url: string | null; problem: string | null } {
  try {
    const answer = JSON.parse(text) as { secure_url?: unknown; error?: { message?: unknown } };
    const url = typeof answer.secure_url === "string" ? answer.secure_url : null;
    const problem = typeof answer.error?.message === "string" ? answer.error.message : null;
    return { url, problem };
  } catch {
    return { url: null, problem: null };
  }
}
