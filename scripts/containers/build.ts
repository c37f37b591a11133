// Step of the image build: builds the app, then removes everything that only the build needs.
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { requirePostgresBinaries } from "#lib/db/embedded/binaries.ts";
import { generateClient } from "../generate.ts";
import { build } from "../start/build.ts";
import { removeBuildTools } from "./build-tools.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
await generateClient();
await build(root);
// Its library links: where the image runs, nothing can be written there.
await requirePostgresBinaries();
await removeBuildTools(path.join(root, "node_modules"));
await rm(path.join(root, ".next/cache"), { recursive: true, force: true });
