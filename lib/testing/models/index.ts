import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { serveLocally } from "../local-server.ts";
import { drawAnswer } from "./drawn.ts";
import { fal } from "./fal.ts";
import { google } from "./google.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import { readRequest, type WireRequest } from "./request.ts";
import { sendReply } from "./send.ts";
import { outcomeOf, type Paint, type Painted, type Step } from "./steps.ts";
import { type Desk, type Reply, type Wire, WireError } from "./wire.ts";

export type { Step } from "./steps.ts";

/** The providers' protocols by their names in `IMAGE_MODEL`. */
export const wires = {
  google,
  "openai-compatible": openaiCompatible,
  fal,
} satisfies Record<string, Wire>;

export type ProviderName = keyof typeof wires;
export const providerNames = Object.keys(wires) as ProviderName[];

export interface RecordedCall {
  /** JSON or form fields; pictures are replaced by their length. */
  fields: Record<string, unknown>;
  pictures: { width: number; height: number; sizeBytes: number }[];
  /** Fields that the real provider ignores silently. */
  ignored: readonly string[];
  /** Whether it took a step of the scenario; a download and a refused request do not. */
  isPaid: boolean;
  /** Status of the response. */
  status: number;
}

export interface ServeOptions {
  /** One step per call that requests a picture; the last step applies to all further calls. */
  scenario?: Step | readonly Step[];
  /** The regular result; drawn by default. */
  picture?: Uint8Array | Paint;
  model?: string;
}

export interface ServedProvider {
  url: string;
  /** Environment variables that make the service use this server. */
  env: Record<string, string>;
  calls: RecordedCall[];
  /** Valid calls that requested a picture: those the provider would bill. */
  paid: () => RecordedCall[];
  /** Switches to another scenario and clears the recorded calls. */
  play: (scenario: Step | readonly Step[]) => void;
  close: () => void;
}

/** A server with a provider's protocol, written from the provider's documentation; refuses the same requests. */
export async function serveProvider(name: ProviderName, options: ServeOptions = {}): Promise<ServedProvider> {
  const wire: Wire = wires[name];
  const key = `test_${randomBytes(12).toString("hex")}`;
  const { picture = drawAnswer, model = wire.model } = options;
  const paint: Paint = typeof picture === "function" ? picture : () => picture;
  const state = { steps: listOf(options.scenario ?? "picture"), taken: 0 };
  const calls: RecordedCall[] = [];
  const files = new Map<string, Painted>();
  let url = "";

  const deskFor = (call: RecordedCall): Desk => ({
    key,
    take(asked) {
      const step = state.steps[Math.min(state.taken, state.steps.length - 1)] ?? "picture";
      state.taken += 1;
      const pictures = asked.pictures.map(({ bytes, ...sent }) => ({ ...sent, sizeBytes: bytes.length }));
      Object.assign(call, { isPaid: true, ignored: asked.ignored, pictures });
      return outcomeOf(step, asked, paint);
    },
    host(painted) {
      const id = randomBytes(8).toString("hex");
      files.set(id, painted);
      return `${url}/files/${id}.${painted.mediaType.slice("image/".length)}`;
    },
  });

  const answer = async (request: WireRequest, call: RecordedCall): Promise<Reply> => {
    const file = /^\/files\/([0-9a-f]+)\.\w+$/.exec(request.path)?.[1];
    if (!file) return wire.answer(request, deskFor(call));
    const painted = files.get(file);
    if (!painted) return { status: 404, body: { message: "no such file" } };
    const { bytes, mediaType, fault } = painted;
    return { status: 200, headers: { "content-type": mediaType }, body: bytes, fault };
  };

  const respond = async (response: ServerResponse, reply: Reply, call: RecordedCall) => {
    call.status = reply.status;
    await sendReply(response, reply);
  };
  const server = createServer(async (incoming, response) => {
    const call: RecordedCall = { fields: {}, pictures: [], ignored: [], isPaid: false, status: 0 };
    try {
      const request = await readRequest(incoming);
      call.fields = shorten(request.body);
      calls.push(call);
      await respond(response, await answer(request, call), call);
    } catch (error) {
      const reply =
        error instanceof WireError ? error.reply : { status: 500, body: { defect: String(error) } };
      await respond(response, reply, call);
    }
  });
  const served = await serveLocally(server);
  url = served.url;
  return {
    url,
    env: { IMAGE_MODEL: `${name}/${model}`, ...wire.environment(url, key) },
    calls,
    paid: () => calls.filter(({ isPaid }) => isPaid),
    play(scenario) {
      Object.assign(state, { steps: listOf(scenario), taken: 0 });
      calls.length = 0;
    },
    close: served.close,
  };
}

const listOf = (scenario: Step | readonly Step[]): readonly Step[] =>
  Array.isArray(scenario) ? scenario : [scenario as Step];

function shorten(body: unknown): Record<string, unknown> {
  const isPicture = (value: unknown) =>
    typeof value === "string" && /^(data:|[A-Za-z0-9+/]{500})/.test(value);
  const text = JSON.stringify(body ?? {}, (_name, value) =>
    isPicture(value) ? `<${value.length} characters>` : value,
  );
  return JSON.parse(text);
}
