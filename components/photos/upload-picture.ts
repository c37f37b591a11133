import { ApiProblem, callApi } from "#lib/contract/client.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { type Reason, reasonOf } from "#lib/platform/reasons.ts";
import { toServiceProblem } from "../language/faults.ts";
import { obstacleOf } from "../language/reactions.ts";
import type { SourceProblem } from "./upload-problems.ts";

/** Statuses with which the image host or the service asks for a later retry. */
const busyStatuses = [429, 503];

/** Converts an error of `uploadPicture` to a problem; not for the signal's abort reason. */
export function problemOfUpload(error: unknown): SourceProblem {
  if (error instanceof UploadError) return error.problem;
  if (!(error instanceof ApiProblem)) return { kind: "connection" };
  const obstacle = obstacleOf(error);
  if (obstacle === "signed_out") return { kind: "signed_out" };
  if (obstacle === "plan") return { kind: "no_plan" };
  if (busyStatuses.includes(error.status)) return { kind: "busy" };
  return { kind: "refused", problem: toServiceProblem(error) };
}

class UploadError extends Error {
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem) {
    super(problem.kind);
    this.name = "UploadError";
    this.problem = problem;
  }
}

export interface UploadOptions {
  name: string;
  /** Receives the share of the bytes sent, 0…1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads a picture to the image host, signed by the service. Throws UploadError, ApiProblem or the abort reason. */
export async function uploadPicture(
  file: Blob,
  { name, onProgress, signal }: UploadOptions,
): Promise<Uploaded> {
  const { upload_url, signature, timestamp, api_key, folder } = await callApi("GET /api/v1/upload/signed", {
    signal,
  });
  const form = new FormData();
  const fields = { api_key, timestamp: String(timestamp), signature, folder };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", file, name);
  // XMLHttpRequest, because fetch reports no upload progress.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(new UploadError({ kind: "connection" }));
    request.ontimeout = request.onerror;
    request.onload = () => {
      const { uploaded, reason, known } = readAnswer(request.responseText);
      if (request.status === 200 && uploaded) return resolve(uploaded);
      // The host returns 400 for a picture that it cannot read; other errors may be temporary.
      const isUnreadable = request.status === 400 && reason !== null;
      if (isUnreadable) return reject(new UploadError(problemOfPicture(reason, known)));
      if (busyStatuses.includes(request.status)) return reject(new UploadError({ kind: "busy" }));
      reject(new UploadError({ kind: "failed", status: request.status, reason }));
    };
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.responseType = "text";
    request.open("POST", upload_url);
    request.send(form);
    if (signal.aborted) abort();
  });
}

/** The service's own host refuses a picture that is too small; another host stores it, and its size tells. */
function problemOfPicture(message: string, known: Reason | null): SourceProblem {
  const { width, height } = known?.values ?? {};
  if (known?.reason === "picture_too_small" && typeof width === "number" && typeof height === "number") {
    return { kind: "too_small", width, height };
  }
  return { kind: "unreadable", message, reason: known };
}

interface Uploaded {
  /** Its delivery URL. */
  url: string;
  size: Size | null;
}

interface HostAnswer {
  uploaded: Uploaded | null;
  /** The host's error message; `known` is its reason key if the host is the service itself. */
  reason: string | null;
  known: Reason | null;
}

function readAnswer(text: string): HostAnswer {
  try {
    const answer = JSON.parse(text) as Record<"secure_url" | "width" | "height", unknown> & {
      error?: { message?: unknown };
    };
    const { secure_url: url, width, height } = answer;
    const size = typeof width === "number" && typeof height === "number" ? { width, height } : null;
    const reason = typeof answer.error?.message === "string" ? answer.error.message : null;
    return {
      uploaded: typeof url === "string" ? { url, size } : null,
      reason,
      known: reasonOf(answer.error),
    };
  } catch {
    return { uploaded: null, reason: null, known: null };
  }
}
