/** One field of a protobuf message: a varint in `value`, or the payload bytes of any other wire type. */
export interface Field {
  number: number;
  wireType: number;
  value: number;
  bytes: Uint8Array;
}

const varintWire = 0;
const bytesWire = 2;
const noBytes = new Uint8Array(0);

/** Fields of a message in file order. Payloads are views, not copies. Throws on a truncated message. */
export function* readFields(message: Uint8Array): Generator<Field> {
  let at = 0;
  // Multiplies instead of shifting, because lengths and int64 values exceed 32 bits.
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new Error("truncated protobuf message");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const wireType = tag % 8;
    if (wireType === varintWire) {
      yield { number, wireType, value: varint(), bytes: noBytes };
      continue;
    }
    const length = wireType === bytesWire ? varint() : wireType === 1 ? 8 : wireType === 5 ? 4 : -1;
    if (length < 0 || at + length > message.length) throw new Error("truncated protobuf message");
    yield { number, wireType, value: 0, bytes: message.subarray(at, at + length) };
    at += length;
  }
}

/** Builds a message as a list of pieces, so that large payloads are copied only once, at the end. */
export class MessageWriter {
  readonly pieces: Uint8Array[] = [];
  length = 0;

  private push(piece: Uint8Array): void {
    this.pieces.push(piece);
    this.length += piece.length;
  }

  field(field: Field): void {
    if (field.wireType === varintWire) this.varint(field.number, field.value);
    else if (field.wireType === bytesWire) this.bytes(field.number, field.bytes);
    else {
      this.push(encodeVarint(field.number * 8 + field.wireType));
      this.push(field.bytes);
    }
  }

  varint(number: number, value: number): void {
    this.push(encodeVarint(number * 8 + varintWire));
    this.push(encodeVarint(value));
  }

  bytes(number: number, bytes: Uint8Array): void {
    this.push(encodeVarint(number * 8 + bytesWire));
    this.push(encodeVarint(bytes.length));
    this.push(bytes);
  }

  text(number: number, text: string): void {
    this.bytes(number, new TextEncoder().encode(text));
  }

  message(number: number, message: MessageWriter): void {
    this.push(encodeVarint(number * 8 + bytesWire));
    this.push(encodeVarint(message.length));
    for (const piece of message.pieces) this.pieces.push(piece);
    this.length += message.length;
  }
}

/** Copies fields: each unchanged, changed, replaced by a nested message of the same number, or dropped (null). */
export function rewriteFields(
  fields: Iterable<Field>,
  rewrite: (field: Field) => Field | MessageWriter | null,
  written = new MessageWriter(),
): MessageWriter {
  for (const field of fields) {
    const rewritten = rewrite(field);
    if (rewritten instanceof MessageWriter) written.message(field.number, rewritten);
    else if (rewritten !== null) written.field(rewritten);
  }
  return written;
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}
