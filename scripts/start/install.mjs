import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findNode, isNodeNewEnough } from "./node.mjs";

const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--no-progress", "--no-update-notifier"];

/** Installs the packages of the lockfile that node_modules lacks. Development packages are kept once installed. */
export async function ensureInstalled(root, options) {
  const development = options.development || hasDevelopmentPackages(root);
  if (isInstalled(root, development)) return;
  const startedAt = Date.now();
  const again = existsSync(path.join(root, "node_modules", ".package-lock.json"));
  console.error(again ? "Updating packages …" : "Installing packages (once, one to three minutes) …");
  const bootstrap = isTooOld() ? await fetchNode(root) : null;
  try {
    const run = (args, node = bootstrap?.node ?? process.execPath) => npm(root, [...args, ...quiet], node);
    // Install scripts are off, so that no package downloads from another host, with any version of npm.
    // npm 9 would copy the two packages of this repository, where the lockfile has links.
    const links = ["--install-links=false", "--include=optional"];
    const all = ["--ignore-scripts", ...links, development ? "--include=dev" : "--omit=dev"];
    // Not `npm ci`: it fails with a registry that lacks the native packages of other platforms.
    const install = (node) => run(["install", "--no-save", ...all], node);
    if (again) await install().catch(() => {});
    if (!isInstalled(root, development)) {
      rmSync(path.join(root, "node_modules"), { recursive: true, force: true });
      await install();
    }
    // The only install script that is needed: it installs Node 24.
    if (!isNodeNewEnough()) await run(["rebuild", "node", "--ignore-scripts=false"]);
    if (lacksOptional(root)) await install(findNode(root));
    writeFileSync(stampFile(root), stamp(root));
    // The bundler also caches failed module lookups between builds.
    rmSync(path.join(root, ".next"), { recursive: true, force: true });
  } finally {
    if (bootstrap) rmSync(bootstrap.folder, { recursive: true, force: true });
  }
  if (!isInstalled(root, development)) {
    throw new Error("Packages are missing after npm install: delete node_modules and start again.");
  }
  console.error(`✓ Packages installed (${Math.round((Date.now() - startedAt) / 1000)} s)`);
}

/** Whether npm's record of installed packages, which it writes at the end, covers the lockfile. */
function isInstalled(root, development) {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  const present = readPackages(path.join(root, "node_modules", ".package-lock.json"));
  if (!wanted) throw new Error("package-lock.json is missing or damaged: restore it from the repository.");
  const hasNode = isNodeNewEnough() || existsSync(path.join(root, "node_modules", "node", "bin"));
  if (!present || !hasNode) return false;
  // npm under an old Node silently skips optional native packages: check for them, unless this script installed.
  const ours = readText(stampFile(root)) === stamp(root);
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === "" || entry.peer || (!development && isForDevelopment(entry))) return true;
    if (entry.optional && (ours || !isForThisMachine(entry))) return true;
    return present[folder]?.version === entry.version;
  });
}

/** npm skips optional packages that need a newer Node than it runs under itself; the service runs under ours. */
function lacksOptional(root) {
  const { optionalDependencies = {} } = JSON.parse(readText(path.join(root, "package.json")));
  const present = readPackages(path.join(root, "node_modules", ".package-lock.json")) ?? {};
  return Object.keys(optionalDependencies).some((name) => !(`node_modules/${name}` in present));
}

const isForDevelopment = ({ dev, devOptional }) => dev || devOptional;

function hasDevelopmentPackages(root) {
  const present = readPackages(path.join(root, "node_modules", ".package-lock.json")) ?? {};
  return Object.values(present).some(({ dev }) => dev);
}

function isForThisMachine({ os: systems, cpu, libc, dev, devOptional }) {
  if (!systems || !cpu || dev || devOptional) return false;
  const isMusl = existsSync("/etc/alpine-release");
  const libcFits = !libc || libc.includes(isMusl ? "musl" : "glibc");
  return systems.includes(process.platform) && cpu.includes(process.arch) && libcFits;
}

const stampFile = (root) => path.join(root, "node_modules", ".install-stamp");

function stamp(root) {
  return createHash("sha256")
    .update(readText(path.join(root, "package-lock.json")))
    .digest("hex");
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return null;
  }
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** npm skips optional packages, including native ones, that do not support the Node it runs under. */
function isTooOld() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12);
}

/** Installs the project's version of Node into a temporary folder first, so that npm can run under it. */
async function fetchNode(root) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "photos-node-"));
  const { version } = readPackages(path.join(root, "package-lock.json"))["node_modules/node"];
  writeFileSync(path.join(folder, "package.json"), "{}");
  await npm(folder, ["install", `node@${version}`, "--ignore-scripts=false", ...quiet], process.execPath);
  return { folder, node: path.join(folder, "node_modules", "node", "bin", "node") };
}

function npm(folder, args, node) {
  // npm passes the path of its own script to the scripts that it runs.
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && /npm-cli\.[cm]?js$/.test(cli);
  const [command, prefix] = isNpm ? [node, [cli]] : ["npm", []];
  const environment = { ...process.env };
  // Settings of the outer `npm start` or `npm test` must not apply to this npm.
  for (const name of Object.keys(environment)) {
    const own =
      /^npm_(config_(ignore_scripts|omit|include|production|global|prefix|local_prefix)|lifecycle|package)/i;
    if (own.test(name)) delete environment[name];
  }
  environment.PATH = `${path.dirname(node)}${path.delimiter}${environment.PATH ?? ""}`;
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...prefix, ...args], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32" && !isNpm,
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`npm ${args[0]} failed (exit code ${code}): is the package registry reachable?`)),
    );
  });
}
