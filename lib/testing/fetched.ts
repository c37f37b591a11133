import { afterEach, beforeEach, vi } from "vitest";

/** Replaces `fetch` in each test of the file, or of the group that calls this; the test sets its answers. */
export function stubFetch() {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
  beforeEach(() => void vi.stubGlobal("fetch", fetched));
  afterEach(() => {
    vi.unstubAllGlobals();
    fetched.mockReset();
  });
  return fetched;
}
