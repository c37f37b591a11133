import { expect, test } from "vitest";
import { fileNamePart, resultFileName } from "./file-name.ts";

test("names results by day, look and the end of their id", () => {
  const result = { id: "gen_7Qm2xWc9LrT4vKp8ZbN1sD", createdAt: "2026-11-21T09:00:00.000Z" };
  expect(resultFileName({ ...result, operation: "generate", style: "luxury", resolution: "2K" })).toBe(
    "2026-11-21-luxury-2k-ZbN1sD",
  );
  expect(resultFileName({ ...result, operation: "remove_bg", style: null, resolution: null })).toBe(
    "2026-11-21-cutout-ZbN1sD",
  );
  expect(fileNamePart({ style: "studio", resolution: "4K" })).toBe("studio-4k");
});
