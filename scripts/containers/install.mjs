// In the image's build: the packages of the lockfile, without those for development.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../start/install.mjs";

await ensureInstalled(path.resolve(fileURLToPath(new URL("../..", import.meta.url))), { development: false });
