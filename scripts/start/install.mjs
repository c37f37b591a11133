import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Installs the packages of the lockfile unless node_modules has them already. */
export async function ensureInstalled(root, { development }) {
  if (isInstalled(root, development)) return;
  const startedAt = Date.now();
  const again = existsSync(path.join(root, "node_modules", ".package-lock.json"));
  console.log(again ? "Updating the packages …" : "Installing the packages (once, one to three minutes) …");
  // Install scripts stay off, so that no package downloads from a host of its own, whatever npm this is.
  const common = ["--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const quiet = ["--loglevel=error", "--no-progress", "--no-update-notifier"];
  if (again) await npm(root, ["install", "--no-save", ...common, ...quiet]).catch(() => {});
  if (!isInstalled(root, development)) await npm(root, ["ci", ...common, ...quiet]);
  // The one that is needed: it brings Node 24.
  await npm(root, ["rebuild", "node", "--ignore-scripts=false", ...quiet]);
  if (!isInstalled(root, development)) {
    throw new Error("The packages are not complete after npm ci: delete node_modules and start again.");
  }
  console.log(`✓ Packages installed (${Math.round((Date.now() - startedAt) / 1000)} s)`);
}

/** npm writes down what it installed when it is done: that must cover the lockfile. */
function isInstalled(root, development) {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  const present = readPackages(path.join(root, "node_modules", ".package-lock.json"));
  if (!wanted) throw new Error("package-lock.json is missing or damaged: take it from the repository.");
  if (!present || !existsSync(path.join(root, "node_modules", "node", "bin"))) return false;
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === "" || entry.optional || entry.devOptional || entry.peer) return true;
    if (entry.dev && !development) return true;
    return present[folder]?.version === entry.version;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return null;
  }
}

function npm(root, args) {
  // npm tells the scripts it runs where it is itself.
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && /npm-cli\.[cm]?js$/.test(cli);
  const [command, prefix] = isNpm ? [process.execPath, [cli]] : ["npm", []];
  const environment = { ...process.env };
  // Settings of the outer `npm start` or `npm test` are not meant for this npm.
  for (const name of Object.keys(environment)) {
    if (/^npm_(config_(ignore_scripts|omit|include|production|global)|lifecycle|package)/i.test(name)) {
      delete environment[name];
    }
  }
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...prefix, ...args], {
      cwd: root,
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
