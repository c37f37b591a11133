import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { findTestPort } from "#lib/testing/port.ts";
import { findBrowser } from "./scripts/test/browser.ts";

// Every worker loads this file again and inherits the values that the runner chose first.
process.env.E2E_PORT ??= String(await findTestPort());
process.env.E2E_DATA_DIR ??= path.join(os.tmpdir(), `photos-e2e-${process.env.E2E_PORT}`);
// The origin of a shop page that calls the API from its visitors' browsers.
process.env.E2E_SHOP_ORIGIN ??= `http://shop.localhost:${await findTestPort()}`;
const { E2E_PORT: port, E2E_DATA_DIR: dataDir, E2E_SHOP_ORIGIN: shopOrigin } = process.env;
/** Whether the deep tests run too. */
const isComplete = process.env.TEST_TIER === "all";
const executablePath = findBrowser();

export default defineConfig({
  testDir: "e2e",
  forbidOnly: process.env.CI !== undefined,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Also from one file. More than cores only share them: two workers take no longer than four on two cores.
  workers: Math.min(4, os.availableParallelism()),
  fullyParallel: true,
  projects: [
    { name: "fast", testIgnore: "e2e/deep/**" },
    // Services that are killed, upgraded and loaded: two of these tests keep a small machine busy.
    ...(isComplete ? [{ name: "deep", testMatch: "e2e/deep/**/*.spec.ts", workers: 2 }] : []),
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "en-US",
    // Animations take a fifth of the browser's time; only the test of the first photo runs with them.
    reducedMotion: "reduce",
    // Tracing every test takes a third of the time: use --trace retain-on-failure if needed.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" scripts/start.mjs`,
    url: `http://localhost:${port}/api/health`,
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      RATE_LIMIT_PER_MINUTE: "100000",
      // A busy machine must not count as a database failure.
      DATABASE_TIMEOUT_MS: "60000",
      // Each test sends its own client address in a header, so that rate limits do not overlap.
      TRUSTED_PROXIES: "loopback",
      CORS_ORIGINS: shopOrigin,
    },
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGINT", timeout: 20_000 },
  },
});
