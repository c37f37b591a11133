import os from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const tests = ["lib", "components", "app", "scripts"].map((folder) => `${folder}/**/*.test.ts`);
// The network takes all cores in lockstep: beside other files a cut-out takes eight times as long.
const runTheNetwork = [
  "lib/imaging/matting/{cut-out,network,session}.test.ts",
  "lib/imaging/worker/pool.test.ts",
  "lib/tryouts/tryouts.test.ts",
  "app/api/v1/{generate,remove-bg}/route.test.ts",
];
const common = {
  environment: "node",
  setupFiles: ["lib/testing/setup.ts"],
  env: { LOG_LEVEL: "silent", NODE_ENV: "test" as const, BASE_URL: "http://localhost:3000" },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  root: path.resolve(import.meta.dirname),
};

export default defineConfig({
  test: {
    globalSetup: ["lib/testing/global-setup.ts"],
    projects: [
      {
        test: {
          ...common,
          name: "beside each other",
          include: tests,
          exclude: [...runTheNetwork, "node_modules/**"],
          // Vitest leaves one core idle, of two that is half; and there is always a file that waits for a time limit.
          maxWorkers: os.availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: "one by one",
          include: runTheNetwork,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
