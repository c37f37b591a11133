import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { findTestPort } from "#lib/testing/port.ts";
import { findBrowser } from "./scripts/test/browser.ts";

// Read again in every worker: the first reading, in the runner, decides.
process.env.E2E_PORT ??= String(await findTestPort());
process.env.E2E_DATA_DIR ??= path.join(os.tmpdir(), `photos-e2e-${process.env.E2E_PORT}`);
// A page of a shop, which calls the API from its visitors' browsers.
process.env.E2E_SHOP_ORIGIN ??= `http://shop.localhost:${await findTestPort()}`;
const { E2E_PORT: port, E2E_DATA_DIR: dataDir, E2E_SHOP_ORIGIN: shopOrigin } = process.env;
const executablePath = findBrowser();

export default defineConfig({
  testDir: "e2e",
  forbidOnly: process.env.CI !== undefined,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Three at a time, also of one file: while two pages are looked at, the third waits for its photo.
  workers: 3,
  fullyParallel: true,
  // Two services under load take every core: what that test measures and what others wait for would suffer.
  projects: [
    { name: "service", testIgnore: ["integration.spec.ts", "tryout.spec.ts", "rolling.spec.ts"] },
    // How long a CI job takes is measured: nobody else's photos are made meanwhile.
    { name: "integration", testMatch: "integration.spec.ts", dependencies: ["service"] },
    // Visitors wait while anybody's paid photos are made.
    { name: "tryout", testMatch: "tryout.spec.ts", dependencies: ["integration"] },
    { name: "rolling", testMatch: "rolling.spec.ts", dependencies: ["tryout"] },
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "en-US",
    // What moves takes a fifth of the browser's time; the way to a first photo is looked at with all that moves.
    reducedMotion: "reduce",
    // A trace of every test takes a third of the time: ask for one with --trace retain-on-failure.
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
      // A busy machine is no fault of the database.
      DATABASE_TIMEOUT_MS: "60000",
      // Each test's browser says an address of its own, so that limits are counted apart.
      TRUSTED_PROXIES: "loopback",
      CORS_ORIGINS: shopOrigin,
    },
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGINT", timeout: 20_000 },
  },
});
