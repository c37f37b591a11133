import { afterEach, beforeEach, vi } from "vitest";

// A test that expects an error to be printed spies on console.error itself; anything else is a defect.
let printed: unknown[][] = [];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "error").mockImplementation((...args) => {
    printed.push(args);
  });
});

afterEach(() => {
  const lines = printed.map((args) => args.map(String).join(" "));
  vi.restoreAllMocks();
  if (lines.length > 0) throw new Error(`unexpected console.error:\n${lines.join("\n")}`);
});
