import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { requireOpenFiles } from "./open-files.ts";

test("a limit of open files that is too low is refused with the fix", () => {
  expect(() => requireOpenFiles(256)).toThrow(
    /^The limit of open files is 256, and the service needs 1024: raise it with ulimit -n 4096/,
  );
  for (const limit of [1024, 1_048_576, null]) requireOpenFiles(limit);
});

test.skipIf(process.platform === "win32")("the limit of the running process is read", async () => {
  const file = JSON.stringify(path.join(import.meta.dirname, "open-files.ts"));
  const program = `(await import(${file})).requireOpenFiles()`;
  const start = (limit: number) =>
    promisify(execFile)("sh", [
      "-c",
      `ulimit -n ${limit} && exec "$0" --input-type=module -e '${program}'`,
      process.execPath,
    ]);
  await expect(start(512)).rejects.toThrow("The limit of open files is 512");
  await start(1024);
});
