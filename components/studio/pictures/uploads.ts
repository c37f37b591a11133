import pLimit from "p-limit";
import { sniffFormat } from "#lib/contract/images/formats.ts";
import { minInputSide } from "#lib/contract/images/limits.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { localId } from "../../photos/order-request.ts";
import { problemOfUpload, type UploadOptions, uploadPicture } from "../../photos/upload-picture.ts";
import { isFinal, type SourceProblem } from "../../photos/upload-problems.ts";
import { changeById, removeSource, type Source, type StudioContents, withNew } from "../state.ts";

const uploadsAtOnce = 2;
/** Pauses before a retry; the browser's `online` event ends them early. */
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** The seller's pictures: adds, checks, uploads, selects and removes them. */
export function createUploads({ store, closed }: StudioContents, maxFileBytes: number) {
  const limit = pLimit(uploadsAtOnce);
  const files = new Map<string, Blob>();
  const transfers = new Map<string, AbortController>();

  const find = (id: string) => store.getState().sources.find((source) => source.id === id);
  const change = (id: string, part: Partial<Source>) =>
    store.setState(({ sources }) => ({ sources: changeById(sources, id, part) }));
  const fail = (id: string, problem: SourceProblem) => {
    change(id, { state: "failed", problem, progress: 0 });
    // The viewer shows only pictures with a preview.
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
      previewUrl: null,
      imageUrl: null,
      size: null,
      selected: true,
    };
    store.setState(({ sources }) => ({ sources: withNew(sources, source), shownId: source.id }));
    return source;
  }

  async function check(id: string, file: File): Promise<void> {
    const check = await checkFile(file, maxFileBytes);
    if (!check.ok) return fail(id, check.problem);
    if (!find(id)) return;
    files.set(id, file);
    change(id, { previewUrl: check.previewUrl });
    send(id);
  }

  function send(id: string): void {
    transfers.get(id)?.abort();
    const transfer = new AbortController();
    transfers.set(id, transfer);
    const signal = AbortSignal.any([transfer.signal, closed]);
    change(id, { state: "waiting", problem: null, progress: 0 });
    void limit(() => transferUntilDone(id, signal)).finally(() => {
      if (transfers.get(id) === transfer) transfers.delete(id);
    });
  }

  /** Uploads a picture; retries after a lost connection. */
  async function transferUntilDone(id: string, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const [source, file] = [find(id), files.get(id)];
      if (!source || !file || signal.aborted) return;
      change(id, { state: "uploading", problem: null, progress: 0 });
      try {
        const onProgress = (progress: number) => change(id, { progress });
        const { url: imageUrl, size } = await uploadPicture(file, { name: source.name, onProgress, signal });
        if (size && Math.min(size.width, size.height) < minInputSide) {
          return fail(id, { kind: "too_small", ...size });
        }
        const previewUrl = source.previewUrl ?? resizedUrl(imageUrl, "preview");
        change(id, { state: "ready", progress: 1, imageUrl, size, previewUrl });
        files.delete(id);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const problem = problemOfUpload(error);
        if (problem.kind !== "connection" && problem.kind !== "busy") return fail(id, problem);
        change(id, { state: "waiting", problem, progress: 0 });
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
        await waitForOnline(pauseMs, signal).catch(() => undefined);
      }
    }
  }

  function remove(id: string): void {
    transfers.get(id)?.abort();
    files.delete(id);
    release(find(id));
    store.setState((state) => removeSource(state, id));
  }

  return {
    addFiles: (added: readonly File[]) => {
      for (const file of added) void check(add(file.name).id, file);
    },

    /** Bundled pictures are fetched, checked and uploaded like the seller's files. */
    addSample: async (url: string, name: string) => {
      const { id } = add(name);
      change(id, { previewUrl: url });
      for (let attempt = 0; find(id); attempt += 1) {
        const response = await fetch(url, { signal: closed }).catch(() => null);
        if (closed.aborted) return;
        if (response?.ok) {
          files.set(id, await response.blob());
          return send(id);
        }
        change(id, { problem: { kind: "connection" } });
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
        await waitForOnline(pauseMs, closed).catch(() => undefined);
      }
    },

    /** Retries the uploads that failed or wait for the connection. */
    retryUploads: () => {
      for (const { id, problem } of store.getState().sources) {
        if (problem !== null && !isFinal(problem) && files.has(id)) send(id);
      }
    },

    /** Removes the pictures whose upload failed. */
    dismissFailed: () => {
      for (const { id, state } of store.getState().sources) if (state === "failed") remove(id);
    },

    cancelUpload: (id: string) => {
      transfers.get(id)?.abort();
      fail(id, { kind: "stopped" });
    },

    toggle: (id: string) => change(id, { selected: !find(id)?.selected, ordered: false }),

    remove,

    /** Checks and uploads a background picture, which does not appear in the tray. */
    uploadBackground: async (
      file: File,
      { onProgress, signal }: Omit<UploadOptions, "name">,
    ): Promise<{ ok: true; imageUrl: string } | { ok: false; problem: SourceProblem }> => {
      const check = await checkFile(file, maxFileBytes);
      if (!check.ok) return check;
      if (check.previewUrl) URL.revokeObjectURL(check.previewUrl);
      try {
        const until = AbortSignal.any([signal, closed]);
        const { url } = await uploadPicture(file, { name: file.name, onProgress, signal: until });
        return { ok: true, imageUrl: url };
      } catch (error) {
        return { ok: false, problem: problemOfUpload(error) };
      }
    },

    releaseAll: () => store.getState().sources.forEach(release),
  };
}

function release(source: Source | undefined): void {
  if (source?.previewUrl?.startsWith("blob:")) URL.revokeObjectURL(source.previewUrl);
}

type FileCheck = { ok: true; previewUrl: string | null } | { ok: false; problem: SourceProblem };

/** Checks a file before the upload: a supported picture format, and within the size limit. */
async function checkFile(file: File, limitBytes: number): Promise<FileCheck> {
  if (file.size === 0) return { ok: false, problem: { kind: "empty" } };
  const format = sniffFormat(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (format === null) return { ok: false, problem: { kind: "not_a_picture" } };
  if (file.size > limitBytes) {
    return { ok: false, problem: { kind: "too_large", sizeBytes: file.size, limitBytes } };
  }
  const url = URL.createObjectURL(file);
  // Only Safari displays HEIC and TIFF; elsewhere their preview comes from the image host.
  if ((format !== "heic" && format !== "tiff") || (await isShown(url))) return { ok: true, previewUrl: url };
  URL.revokeObjectURL(url);
  return { ok: true, previewUrl: null };
}

async function isShown(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return await image.decode().then(
    () => true,
    () => false,
  );
}

/** Waits for `ms` or until the browser is online again. Rejects with the signal's reason. */
export function waitForOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
