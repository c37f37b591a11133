import { jsonLimitBytes, toolBodyLimitBytes } from "../contract/limits.ts";
import { BodyError, readBody } from "../platform/body.ts";
import { runLargeCall } from "../platform/calls.ts";
import { isWithinBounds, jsonBounds } from "../platform/json-bounds.ts";

/**
 * Codes of JSON-RPC (https://www.jsonrpc.org/specification#error_object); `refused` is the first
 * implementation-defined one.
 */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  refused: -32_000,
} as const;

const maxIdLength = 255;

export interface Message {
  method?: unknown;
  id?: unknown;
  [more: string]: unknown;
}

/** The body is not a valid message. */
export class MessageFault extends Error {
  readonly status: number;
  readonly code: number;
  /** Id of the message, if known. */
  readonly id: unknown;

  constructor(message: string, { status, code, id = null, cause }: FaultOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "MessageFault";
    this.status = status;
    this.code = code;
    this.id = id;
  }
}

interface FaultOptions {
  status: number;
  code: number;
  id?: unknown;
  cause?: unknown;
}

export function faultResponse({ status, code, message, id }: MessageFault, headers: Headers): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status, headers });
}

/** Reads the single JSON-RPC message of a body. Throws MessageFault. */
export async function receiveMessage(request: Request, userId: string): Promise<Message> {
  let bytes: Uint8Array;
  try {
    bytes = await readBody(request, toolBodyLimitBytes);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    const status = error.fault === "too_large" ? 413 : 400;
    throw new MessageFault(error.message, { status, code: rpcCodes.parseError, cause: error });
  }
  const parse = async () => parseMessage(bytes);
  return bytes.length > jsonLimitBytes ? await runLargeCall(userId, parse) : await parse();
}

function parseMessage(bytes: Uint8Array): Message {
  const refuse = (message: string) =>
    new MessageFault(message, { status: 400, code: rpcCodes.invalidRequest });
  if (!isWithinBounds(bytes)) {
    throw refuse(
      `The message is nested deeper than ${jsonBounds.depth} levels, or has more than ${jsonBounds.values} values.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const fault = { status: 400, code: rpcCodes.parseError, cause };
    throw new MessageFault("The body is not valid JSON in UTF-8.", fault);
  }
  if (Array.isArray(value)) throw refuse("Batches are not taken: send one message.");
  if (typeof value !== "object" || value === null) throw refuse("The body is no JSON-RPC message.");
  if ("id" in value && typeof value.id === "string" && value.id.length > maxIdLength) {
    throw refuse(`The id is longer than ${maxIdLength} characters.`);
  }
  return value as Message;
}
