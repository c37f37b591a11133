import { createHash } from "node:crypto";
import { appendFile, type FileHandle, open } from "node:fs/promises";
import { MessageWriter } from "./protobuf.ts";

/** Field numbers of an ONNX model's `metadata_props`, and of a key and a value in it. */
const metadataField = 14;
const [keyField, valueField] = [1, 2] as const;
const chunkBytes = 1024 ** 2;

/**
 * Appends to an ONNX model the SHA-256 of its bytes, as an entry of its metadata, which the runtime ignores. In a file
 * of its own, the digest could belong to another process's copy.
 */
export async function sealModel(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    await appendFile(file, sealOf(await digestOf(handle, size)));
  } finally {
    await handle.close();
  }
}

/** Whether a model ends with the SHA-256 of all bytes before: false for a damaged file and for one without a seal. */
export async function isSealIntact(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const sealBytes = sealOf("0".repeat(64)).length;
    if (size <= sealBytes) return false;
    const expected = sealOf(await digestOf(handle, size - sealBytes));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sealBytes), 0, sealBytes, size - sealBytes);
    return bytesRead === sealBytes && buffer.equals(expected);
  } finally {
    await handle.close();
  }
}

function sealOf(digest: string): Uint8Array {
  const entry = new MessageWriter();
  entry.bytes(keyField, Buffer.from("sha256"));
  entry.bytes(valueField, Buffer.from(digest));
  const model = new MessageWriter();
  model.bytes(metadataField, Buffer.concat(entry.pieces));
  return Buffer.concat(model.pieces);
}

/** SHA-256 of the first bytes of a file, without keeping them all in memory. */
async function digestOf(handle: FileHandle, sizeBytes: number): Promise<string> {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(chunkBytes);
  for (let at = 0; at < sizeBytes; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunkBytes, sizeBytes - at), at);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest("hex");
}
