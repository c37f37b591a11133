import { describe, expect, it } from "vitest";
import { type Durations, expectedMs, recordDuration, taskKind } from "./estimate.ts";

describe("expected durations", () => {
  it("tell resolutions apart and start from a guess", () => {
    const durations: Durations = new Map();
    expect(taskKind("studio", { resolution: "4K" })).not.toBe(taskKind("studio", { resolution: "1K" }));
    expect(expectedMs(durations, "studio 4K")).toBeGreaterThan(expectedMs(durations, "studio 1K"));
  });

  it("follow what tasks really take", () => {
    const durations: Durations = new Map();
    recordDuration(durations, "cutout", 9_000);
    expect(expectedMs(durations, "cutout")).toBe(9_000);
    for (let count = 0; count < 20; count += 1) recordDuration(durations, "cutout", 1_000);
    expect(expectedMs(durations, "cutout")).toBeLessThan(1_100);
    expect(expectedMs(durations, "studio 1K")).toBeGreaterThan(1_100);
  });
});
