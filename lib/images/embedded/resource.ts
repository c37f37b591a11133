import type { EmbeddedImageHost } from "./host.ts";
import { signParams } from "./signature.ts";
import type { StoredAsset } from "./store.ts";

/** The answer's JSON for an asset, as Cloudinary's upload and administration calls have it. */
export function describeResource(host: EmbeddedImageHost, asset: StoredAsset): object {
  const { publicId, version, format } = asset;
  const url = host.urlOf({ publicId, version, format });
  const signature = signParams({ public_id: publicId, version: String(version) }, host.account.apiSecret, {
    version: 1,
  });
  return {
    asset_id: asset.assetId,
    public_id: publicId,
    version,
    version_id: asset.versionId,
    signature,
    width: asset.width,
    height: asset.height,
    format,
    resource_type: "image",
    created_at: asset.createdAt,
    tags: asset.tags,
    pages: asset.pages,
    bytes: asset.sizeBytes,
    type: "upload",
    etag: asset.etag,
    placeholder: false,
    url,
    secure_url: url,
    folder: asset.assetFolder,
    asset_folder: asset.assetFolder,
    display_name: publicId.split("/").at(-1),
    access_mode: "public",
    original_filename: asset.originalFilename,
    api_key: host.account.apiKey,
    ...(Object.keys(asset.context).length > 0 && { context: { custom: asset.context } }),
  };
}

/** `a,b` or a list of fields, which is signed as if it were that text. */
export function parseList(value: string | string[] | undefined): string[] {
  const items = [value ?? ""].flat().join(",").split(",");
  return [...new Set(items.map((item) => item.trim()).filter(Boolean))].slice(0, 1000);
}

/** `key=value|other=value`, with `=` and `|` inside values escaped by a backslash. */
export function parseContext(value: string | string[] | undefined): Record<string, string> {
  if (typeof value !== "string" || value === "") return {};
  const pairs = value.split(/(?<!\\)\|/).map((pair) => {
    const [key, ...rest] = pair.split(/(?<!\\)=/);
    return [unescapeContext(key ?? ""), unescapeContext(rest.join("="))] as const;
  });
  return Object.fromEntries(pairs.filter(([key]) => key !== ""));
}

function unescapeContext(text: string): string {
  return text.replace(/\\([=|\\])/g, "$1");
}
