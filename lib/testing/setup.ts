import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { flushCompileCache } from "node:module";
import path from "node:path";
import { afterAll, afterEach, beforeEach, inject, vi } from "vitest";
import { connectImages } from "../connect-images.ts";
import { hashQuickly } from "./quick-passwords.ts";
import { restart } from "./restart.ts";

connectImages();
restart();
hashQuickly();

// Unexpected output of console.error fails the test. A test that expects output spies on console.error itself.
let printed: unknown[][] = [];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "error").mockImplementation((...args) => {
    printed.push(args);
  });
});

afterEach(() => {
  const lines = printed.map((args) => args.map(String).join(" "));
  vi.restoreAllMocks();
  vi.useRealTimers();
  if (lines.length > 0) throw new Error(`unexpected console.error:\n${lines.join("\n")}`);
});

// Each test file has its own data folder and database, set before any module reads the environment.
const dataDir = mkdtempSync(path.join(inject("runDir"), "data-"));
process.env.DATA_DIR = dataDir;
// Shared cache: preparing the network takes seconds, so that the first test file that needs it prepares it for all.
symlinkSync(inject("cacheDir"), path.join(dataDir, "cache"));
const database = new URL(inject("templateDatabaseUrl"));
database.pathname = `/test_${randomBytes(6).toString("hex")}`;
process.env.DATABASE_URL = database.href;
delete process.env.DATABASE_DIRECT_URL;
// Long, so that a busy machine causes no database timeouts; tests of timeouts set their own.
process.env.DATABASE_TIMEOUT_MS = "60000";
afterAll(() => {
  restart();
  // For child processes of later files: Node stores compiled code when a process exits; this one is killed instead.
  flushCompileCache();
  // The pixel workers, which serve the next file too, find their network in the cache.
  for (const name of readdirSync(dataDir)) {
    if (name !== "cache") rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
});
