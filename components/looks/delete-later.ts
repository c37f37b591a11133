import { callApi } from "#lib/contract/client.ts";

const delayMs = 10_000;

/** Deletes a look after a delay or when the page is left, unless undone. `onDone` receives whether it was deleted. */
export function deleteLater(id: string, onDone: (isGone: boolean) => void) {
  let isOpen = true;
  const close = () => {
    const wasOpen = isOpen;
    isOpen = false;
    clearTimeout(timer);
    window.removeEventListener("pagehide", leave);
    return wasOpen;
  };
  const run = () => {
    if (!close()) return;
    const deleting = callApi("DELETE /api/v1/looks/{id}", { params: { id } });
    deleting.then(
      () => onDone(true),
      () => onDone(false),
    );
  };
  const leave = () => {
    if (close()) void fetch(`/api/v1/looks/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true });
  };
  const timer = setTimeout(run, delayMs);
  window.addEventListener("pagehide", leave);
  return { undo: () => void close(), delayMs };
}
