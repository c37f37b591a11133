// Step of the image build: installs the lockfile's packages, without development dependencies.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../start/install.mjs";

await ensureInstalled(path.resolve(fileURLToPath(new URL("../..", import.meta.url))), { development: false });
