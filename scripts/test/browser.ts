import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";

const run = promisify(execFile);
/** The headless shell comes first: it renders the same pages and tests take a third less CPU time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const macPaths = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium, which is installed if missing. Throws with instructions if none can be installed. */
export async function requireBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  console.log("Installing a browser for the tests …");
  const asRootOnDebian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const problem = await (asRootOnDebian ? installDebianPackage() : installPlaywrightBrowser()).then(
    () => "",
    (error: Error) => error.message,
  );
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error(
    `No Chromium found for the browser tests: install one (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH. ${problem}`,
  );
}

/** Path of an installed Chromium: the one of CHROMIUM_PATH, else the first known one. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const onPath = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = [
    ...names.flatMap((name) => onPath.map((folder) => path.join(folder, name))),
    ...macPaths,
  ];
  return [...candidates, chromium.executablePath()].find((file) => file && existsSync(file));
}

async function installDebianPackage(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Another installation, such as the system's own updates, may run.
  const lock = ["-o", "DPkg::Lock::Timeout=300"];
  await run("apt-get", ["update"], { env });
  await run("apt-get", [...lock, "install", "-y", "--no-install-recommends", "chromium-headless-shell"], {
    env,
    maxBuffer: 1e8,
  });
}

async function installPlaywrightBrowser(): Promise<void> {
  await run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
    maxBuffer: 1e8,
  });
}
