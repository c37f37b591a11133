import { constants, crc32, deflateRawSync } from "node:zlib";

/** Gzip header without file name, time or system (RFC 1952). */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final deflate block. */
const lastBlock = Buffer.from([0x03, 0x00]);

/**
 * A text in which one word, the nonce, is replaced per response, with and without gzip. Its parts are compressed once
 * and the nonce goes between them as a stored block, so a response costs a checksum, and all share the same memory.
 */
export class NonceText {
  readonly #parts: Buffer[];
  readonly #packed: Buffer[];

  constructor(text: string, nonce: string | null) {
    this.#parts = (nonce === null ? [text] : text.split(nonce)).map((part) => Buffer.from(part));
    const finishFlush = constants.Z_SYNC_FLUSH;
    this.#packed = this.#parts.map((part) => deflateRawSync(part, { level: 6, finishFlush }));
  }

  plain(nonce: string): Buffer[] {
    return between(this.#parts, Buffer.from(nonce));
  }

  gzip(nonce: string): Buffer[] {
    const pieces = this.plain(nonce);
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(
      pieces.reduce((sum, piece) => crc32(piece, sum), 0),
      0,
    );
    tail.writeUInt32LE(byteLengthOf(pieces), 4);
    return [gzipHead, ...between(this.#packed, storedBlock(Buffer.from(nonce))), lastBlock, tail];
  }
}

export const byteLengthOf = (pieces: readonly Buffer[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** Bytes as a stored (uncompressed) deflate block (RFC 1951, 3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

function between(parts: readonly Buffer[], word: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [word, part]));
}
