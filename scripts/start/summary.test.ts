import { expect, test } from "vitest";
import { formatSummary } from "./summary.ts";

const ready = {
  baseUrl: "http://localhost:3000",
  demo: null,
  imageUrl: null,
  dataDir: "/srv/data",
  warnings: [],
};
const linesOf = (change: Partial<Parameters<typeof formatSummary>[0]>) => {
  const backups = { schedule: "17 3 * * *", lastSuccessAt: null };
  return formatSummary({ ...ready, backups, ...change })
    .trimEnd()
    .split("\n");
};

test("the start summary shows the last backup, that there is none yet, or that none is scheduled", () => {
  const backupLine = (schedule: string, lastSuccessAt: string | null) =>
    linesOf({ backups: { schedule, lastSuccessAt } }).find((line) => line.startsWith("  Backups"));
  expect(backupLine("17 3 * * *", "2026-11-24T03:17:09.000Z")).toContain("the last one 2026-11-24 03:17 UTC");
  expect(backupLine("17 3 * * *", null)).toContain("none yet");
  expect(backupLine("off", null)).toContain("not scheduled: set BACKUP_URL");
});
