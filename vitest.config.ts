import os from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["lib/**/*.test.ts", "components/**/*.test.ts", "app/**/*.test.ts", "scripts/**/*.test.ts"],
    environment: "node",
    // Vitest leaves one core idle, of two that is half; and there is always a file that waits for a time limit.
    maxWorkers: os.availableParallelism() + 1,
    globalSetup: ["lib/testing/global-setup.ts"],
    setupFiles: ["lib/testing/setup.ts"],
    env: { LOG_LEVEL: "silent", NODE_ENV: "test", BASE_URL: "http://localhost:3000" },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    root: path.resolve(import.meta.dirname),
  },
});
