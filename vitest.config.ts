import { globSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = path.resolve(import.meta.dirname);
// Deep files run with TEST_TIER=all, or if the command names them: `npx vitest run lib/credits/processes.deep`.
const isDeep = process.env.TEST_TIER === "all" || process.argv.some((argument) => argument.includes(".deep"));
const otherTier = isDeep ? [] : ["**/*.deep.test.ts"];
const tests = ["lib", "components", "app", "scripts", "sdk/src"].map((folder) => `${folder}/**/*.test.ts`);
// The network runs on all cores in lockstep: next to other tests a cut-out takes eight times as long.
const runTheNetwork = [
  "lib/imaging/matting/{bands.deep,cut-out,foreign-holes}.test.ts",
  "lib/imaging/worker/pool.test.ts",
  "lib/images/embedded/large.deep.test.ts",
  "lib/generations/run/{bucket-cluster.deep,pooler}.test.ts",
];
const texts = new Map(
  globSync(tests, { cwd: root }).map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
);
const filesWith = (is: (text: string, file: string) => boolean) =>
  [...texts].flatMap(([file, text]) => (is(text, file) ? [file] : []));
// Node imports all other files itself, as in production: loading takes half the time, image processing two thirds.
// Only Vite supports module mocks, hoisted code, JSX and imports without a file extension.
const needsVite = /\bvi\.(mock|hoisted|resetModules)\b|import \* as (\w+) from .*\bvi\.spyOn\(\2,/s;
const byVite = [
  "components/**/*.test.ts",
  "app/api/v1/openapi.json/clients.test.ts",
  ...filesWith((text) => needsVite.test(text)),
];
// Files share a process and the modules in it, which saves a quarter of the time: lib/testing/restart.ts. A file that
// freezes or limits its process needs its own.
const needsProcess = /FaultyPostgres/;
const alone = filesWith((text) => needsProcess.test(text));

const common = {
  environment: "node",
  // A thread starts faster than a process.
  pool: "threads" as const,
  setupFiles: ["lib/testing/setup.ts"],
  // Each process of tests has its own pixel workers: several of a kind would only load the same code again.
  env: {
    LOG_LEVEL: "silent",
    NODE_ENV: "test" as const,
    BASE_URL: "http://localhost:3000",
    PIXEL_WORKERS: "1",
  },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The default of one second is too short on a busy machine.
  expect: { poll: { timeout: 30_000 } },
  root,
};
const byNode = { viteModuleRunner: false, nodeLoader: false };
// By default Vitest leaves one core idle, half of a two-core machine; and some files always wait for a timeout. Each
// further process compiles the same code: with six instead of three, all tests take a fifth more processor time.
const beside = { maxWorkers: os.availableParallelism() + 1, sequence: { groupOrder: 1 } };

/** The slowest files of a first run, as measured; later runs know the durations of the run before. */
const slowest = [
  "scripts/doctor.test.ts",
  "lib/imaging/renderer/render.test.ts",
  "lib/imaging/renderer/options.test.ts",
  "lib/generations/kinds/modes/hosted.test.ts",
  "lib/webhooks/tasks.test.ts",
  "lib/queue/tasks.test.ts",
  "app/api/v1/generate/prompt.test.ts",
].map((file) => path.join(root, file));

/** Runs the slowest files first: as the last one, a slow file would run alone and leave the other core idle. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slowest.includes(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
const isShuffled = process.argv.some((argument) => argument.startsWith("--sequence.shuffle"));

export default defineConfig({
  test: {
    ...(isShuffled ? {} : { sequence: { sequencer: SlowestFirst } }),
    globalSetup: ["lib/testing/global-setup.ts"],
    projects: [
      {
        test: {
          ...common,
          ...beside,
          name: "beside each other",
          include: tests,
          exclude: [...runTheNetwork, ...byVite, ...alone, ...otherTier],
          experimental: byNode,
          pool: "forks",
          isolate: false,
          // Fewer garbage collections: 7 % less processor time.
          execArgv: ["--max-semi-space-size=32"],
        },
      },
      {
        test: {
          ...common,
          ...beside,
          name: "alone in a process",
          include: alone,
          exclude: [...runTheNetwork, ...byVite, ...otherTier],
          experimental: byNode,
        },
      },
      {
        test: {
          ...common,
          ...beside,
          name: "by Vite",
          include: byVite.filter((file) => !file.startsWith("components/")),
          exclude: [...runTheNetwork, ...otherTier],
        },
      },
      {
        test: {
          ...common,
          ...beside,
          name: "components",
          include: ["components/**/*.test.ts"],
          exclude: otherTier,
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "one by one",
          include: runTheNetwork,
          exclude: otherTier,
          experimental: byNode,
          pool: "forks",
          // A shuffled run drops the order of the groups: only isolated files still run one after another.
          isolate: isShuffled,
          maxWorkers: isShuffled ? 1 : 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
