import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand";
import { emptyStudio, type StudioState } from "../state.ts";
import { createUploads } from "./uploads.ts";

const imageUrl = "https://host.example/demo/image/upload/v1/mug.heic";
const arrived = { status: 200, body: { secure_url: imageUrl, width: 640, height: 480 } };
type Answer = { status: number; body: object } | "lost";

/** The image host's responses in turn, the last one repeatedly. */
let answers: Answer[];
let sends: number;

class HostRequest {
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = "";
  responseType = "";
  open(): void {}
  abort(): void {
    this.onabort?.();
  }
  send(): void {
    sends += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    this.upload.onprogress?.({ lengthComputable: true, loaded: 70, total: 100 });
    if (answer === "lost" || answer === undefined) this.onerror?.();
    else {
      this.status = answer.status;
      this.responseText = JSON.stringify(answer.body);
      this.onload?.();
    }
    this.onloadend?.();
  }
}

const signed = {
  upload_url: "https://host.example/upload",
  signature: "s",
  timestamp: 1,
  api_key: "k",
  folder: "f",
  cloud_name: "demo",
  expires_at: "2030-01-01T00:00:00Z",
};

beforeEach(() => {
  vi.useFakeTimers();
  sends = 0;
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("XMLHttpRequest", HostRequest);
  vi.stubGlobal("fetch", async () => Response.json(signed));
  // As in every browser except Safari, HEIC does not load.
  vi.stubGlobal(
    "Image",
    class {
      decode = () => Promise.reject(new Error("no HEIC here"));
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(...hostAnswers: Answer[]) {
  answers = hostAnswers;
  const store = createStore<StudioState>(() => emptyStudio);
  const closed = new AbortController();
  const uploads = createUploads(
    { store, modes: { models: [], defaultMode: "studio" }, closed: closed.signal },
    1_000,
  );
  const only = () => store.getState().sources[0];
  return { uploads, only, closed };
}

const heic = () => new File([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")], "mug.heic");

test("HEIC is sent unchanged, and shown with the preview of the image host after the upload", async () => {
  const { uploads, only } = open(arrived);
  uploads.addFiles([heic()]);
  expect(only()).toMatchObject({ state: "waiting", previewUrl: null });
  await vi.advanceTimersByTimeAsync(1);
  expect(only()).toMatchObject({ state: "ready", imageUrl, size: { width: 640, height: 480 } });
  expect(only()?.previewUrl).toContain("/c_limit,w_1280,f_webp,q_auto/v1/mug.heic");
});

test("an upload restarts by itself after a lost connection, and its progress is reset", async () => {
  const { uploads, only } = open("lost", "lost", arrived);
  uploads.addFiles([heic()]);
  await vi.advanceTimersByTimeAsync(1);
  expect(only()).toMatchObject({ state: "waiting", problem: { kind: "connection" }, progress: 0 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([sends, only()?.state]).toEqual([2, "waiting"]);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1);
  expect([sends, only()?.state, only()?.problem]).toEqual([3, "ready", null]);
});

test("an upload to a busy host is retried; a refusal of the picture itself is final", async () => {
  const { uploads, only } = open(
    { status: 503, body: { error: { message: "Too many uploads are under way" } } },
    { status: 400, body: { error: { message: "Invalid image file: the HEIC data is damaged" } } },
  );
  uploads.addFiles([heic()]);
  await vi.advanceTimersByTimeAsync(1);
  expect(only()).toMatchObject({ state: "waiting", problem: { kind: "busy" } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(only()).toMatchObject({ state: "failed", problem: { kind: "unreadable" } });
  uploads.retryUploads();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sends).toBe(2);
});

test("a picture that is too small cannot be ordered", async () => {
  const { uploads, only } = open({ status: 200, body: { secure_url: imageUrl, width: 12, height: 900 } });
  uploads.addFiles([heic()]);
  await vi.advanceTimersByTimeAsync(1);
  const problem = { kind: "too_small", width: 12, height: 900 };
  expect(only()).toMatchObject({ state: "failed", problem, imageUrl: null });
});

test("closing the studio stops an upload that waits for its connection", async () => {
  const { uploads, closed } = open("lost");
  uploads.addFiles([heic()]);
  await vi.advanceTimersByTimeAsync(1);
  closed.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sends).toBe(1);
});
