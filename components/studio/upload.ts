import { callApi } from "#lib/api/client.ts";

/** The upload did not arrive; `hopeless` when the image host refused the picture itself. */
export class UploadError extends Error {
  readonly hopeless: boolean;

  constructor(message: string, hopeless: boolean) {
    super(message);
    this.name = "UploadError";
    this.hopeless = hopeless;
  }
}

/**
 * Sends a picture straight to the image host, with a signature from the service. `onProgress` hears the part of
 * its bytes that left, 0…1. Resolves to its delivery URL; throws UploadError, ApiProblem, or the signal's reason.
 */
export async function uploadPicture(
  file: Blob,
  name: string,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { upload_url, signature, timestamp, api_key, folder } = await callApi("GET /api/v1/upload/signed", {
    signal,
  });
  const form = new FormData();
  const fields = { api_key, timestamp: String(timestamp), signature, folder };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", file, name);
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
      const hopeless = request.status === 400 && answer.problem !== null;
      reject(new UploadError(answer.problem ?? `The image host answered ${request.status}.`, hopeless));
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
