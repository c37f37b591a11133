import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportReady } from "./ready.ts";

let folder: string;
const report = () => readFile(path.join(folder, "report"), "utf8").catch(() => null);

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "ready-"));
  const program = path.join(folder, "systemd-notify");
  await writeFile(
    program,
    `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > "${folder}/report.new"\nmv "${folder}/report.new" "${folder}/report"\n`,
  );
  await chmod(program, 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test("reports readiness to the service manager that waits for it", async () => {
  vi.stubEnv("NOTIFY_SOCKET", "/run/systemd/notify");
  reportReady();
  await expect.poll(report).toBe("/run/systemd/notify --ready\n");
});

test("names the missing program when systemd waits and it is not installed", async () => {
  vi.stubEnv("NOTIFY_SOCKET", "/run/systemd/notify");
  vi.stubEnv("PATH", path.join(folder, "nothing"));
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  reportReady();
  await expect.poll(() => said.mock.calls.join()).toMatch(/Install systemd-notify/);
  said.mockRestore();
});
