import { mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PhotoService } from "../client.ts";
import type { Given } from "./arguments.ts";
import { readIfThere, replaceFile } from "./files.ts";
import { UsageError } from "./usage.ts";

/** Key and address of the service; flags take precedence over the environment, and that over a file. */

interface StoredSettings {
  base_url: string;
  key: string;
}

export function configFile(): string {
  const { PHOTOS_CONFIG, XDG_CONFIG_HOME, APPDATA } = process.env;
  if (PHOTOS_CONFIG) return PHOTOS_CONFIG;
  const own = process.platform === "win32" ? APPDATA : XDG_CONFIG_HOME;
  return path.join(own || path.join(os.homedir(), ".config"), "photos", "config.json");
}

async function readStored(): Promise<Partial<StoredSettings>> {
  const text = await readIfThere(configFile()).catch((error: unknown) => {
    throw new UsageError(`${configFile()} cannot be read.`, { fix: "Check its permissions.", cause: error });
  });
  try {
    return JSON.parse(text ?? "{}");
  } catch (error) {
    throw new UsageError(`${configFile()} is damaged.`, { fix: "Run `photos login` again.", cause: error });
  }
}

/** Writes the file atomically, readable only by its owner from the start. */
export async function storeSettings(settings: StoredSettings): Promise<string> {
  const file = configFile();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify(settings, null, 2)}\n`, 0o600);
  return file;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

export async function readBaseUrl(given: Given): Promise<string | undefined> {
  const own = given["base-url"] ?? process.env.PHOTOS_BASE_URL;
  return own ?? (await readStored()).base_url;
}

/** A stored key is only sent to the service that it was stored for. */
export async function openClient(given: Given): Promise<PhotoService> {
  const baseUrl = await readBaseUrl(given);
  if (!baseUrl) {
    throw new UsageError("The address of the service is missing.", {
      fix: "Run `photos login`, or pass --base-url or PHOTOS_BASE_URL.",
    });
  }
  const own = given.key ?? process.env.PHOTOS_API_KEY;
  const stored = own === undefined ? await readStored() : {};
  const isOfService =
    stored.base_url !== undefined && withoutSlash(stored.base_url) === withoutSlash(baseUrl);
  const apiKey = own ?? (isOfService ? stored.key : undefined);
  if (!apiKey) {
    throw new UsageError(`No API key for ${baseUrl} is stored or passed.`, {
      fix: "Run `photos login`, or pass --key or PHOTOS_API_KEY.",
    });
  }
  return new PhotoService({ baseUrl, apiKey, maxRetries: 6 });
}
