import { randomUUID } from "node:crypto";
import { z } from "zod";
import { sizeOfRatio } from "./drawn.ts";
import { openEncodedPicture, type SentPicture, type WireRequest } from "./request.ts";
import type { Asked, Outcome } from "./steps.ts";
import { type Desk, hungUp, parseFields, type Reply, unnamedFields, type Wire, WireError } from "./wire.ts";

/** Black Forest Labs: `POST /v1/{model}` starts a task, `get_result` returns its state, the picture is fetched. */
export const blackForestLabs: Wire = {
  model: "flux-2-pro",
  environment: (url, key) => ({ BFL_API_KEY: key, BFL_BASE_URL: `${url}/v1` }),
  refusals: ["Request Moderated", "Content Moderated"],
  breakdowns: ["Error", "Task not found"],
  async answer(request, desk) {
    if (request.headers["x-key"] !== desk.key)
      throw new WireError({ status: 403, body: { detail: "Not authenticated - Invalid Authentication" } });
    if (request.method === "GET" && request.path === "/v1/get_result") {
      const id = request.query.get("id") ?? "";
      return desk.poll(id) ?? { status: 404, body: { id, status: "Task not found", result: null } };
    }
    const asked = await check(request);
    return reply(await desk.take(asked), desk);
  },
};

const common = {
  prompt: z.string().min(1),
  seed: z.int().optional(),
  output_format: z.enum(["jpeg", "png"]).optional(),
  webhook_url: z.url().optional(),
  webhook_secret: z.string().optional(),
};
const inputs = (most: number) =>
  Object.fromEntries(
    Array.from({ length: most }, (_, at) => [
      `input_image${at === 0 ? "" : `_${at + 1}`}`,
      z.string().optional(),
    ]),
  );
const step16 = z.int().min(64).multipleOf(16).optional();
const flux2 = z.object({
  ...common,
  ...inputs(8),
  width: step16,
  height: step16,
  safety_tolerance: z.int().min(0).max(5).optional(),
});
const flux2Flex = flux2.extend({
  guidance: z.number().min(1.5).max(10).optional(),
  steps: z.int().min(1).max(50).optional(),
  prompt_upsampling: z.boolean().optional(),
});
const old = {
  ...common,
  prompt_upsampling: z.boolean().optional(),
  safety_tolerance: z.int().min(0).max(6).optional(),
};
const kontext = z.object({
  ...old,
  ...inputs(4),
  aspect_ratio: z
    .string()
    .regex(/^\d+:\d+$/)
    .optional(),
});
const step32 = z.int().min(256).max(1440).multipleOf(32).optional();
const schemas: Record<string, z.ZodObject> = {
  "flux-2-pro": flux2,
  "flux-2-max": flux2,
  "flux-2-flex": flux2Flex,
  "flux-2-klein-9b": flux2,
  "flux-kontext-pro": kontext,
  "flux-kontext-max": kontext,
  "flux-pro-1.1": z.object({ ...old, image_prompt: z.string().optional(), width: step32, height: step32 }),
  "flux-pro-1.1-ultra": z.object({
    ...old,
    image_prompt: z.string().optional(),
    raw: z.boolean().optional(),
    aspect_ratio: z
      .string()
      .regex(/^\d+:\d+$/)
      .optional(),
  }),
};
const sized = z.object({
  prompt: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  aspect_ratio: z.string().optional(),
});
const maxPixels = 4 * 1024 * 1024;

async function check({ method, path, body }: WireRequest): Promise<Asked> {
  const model = /^\/v1\/([a-z0-9.-]+)$/.exec(path)?.[1] ?? "";
  const schema = schemas[model];
  if (method !== "POST" || !schema) throw new WireError({ status: 404, body: { detail: "Not Found" } });
  const fields = parseFields(schema, body, (issue) =>
    unfit(issue.code, issue.message, ["body", ...issue.path.map(String)]),
  );
  const { prompt, width, height, aspect_ratio } = sized.parse(fields);
  if ((width === undefined) !== (height === undefined) || (width ?? 1) * (height ?? 1) > maxPixels)
    throw new WireError(
      unfit("value_error", "Width and height are given together, up to 4 megapixels.", ["body", "width"]),
    );
  if (aspect_ratio && !isRatio(model, aspect_ratio))
    throw new WireError(unfit("value_error", "The aspect ratio is out of range.", ["body", "aspect_ratio"]));
  const pictures: SentPicture[] = [];
  for (const [name, text] of Object.entries(fields)) {
    if (!name.startsWith("input_image") || typeof text !== "string") continue;
    const picture = await openEncodedPicture(name, text);
    if (!picture) throw new WireError(unfit("value_error", "Invalid image.", ["body", name]));
    pictures.push(picture);
  }
  const ratioSize = aspect_ratio ? sizeOfRatio(aspect_ratio) : null;
  const size = width && height ? { width, height } : ratioSize;
  return { model, prompt, size, pictures, ignored: unnamedFields(schema, body) };
}

/** Kontext accepts 3:7 to 7:3, Ultra 9:21 to 21:9. */
function isRatio(model: string, text: string): boolean {
  const [across = 1, down = 1] = text.split(":").map(Number);
  const most = model.startsWith("flux-kontext") || model.endsWith("ultra") ? 7 / 3 : 4;
  return across / down <= most + 1e-9 && down / across <= most + 1e-9;
}

function unfit(type: string, msg: string, loc: string[]): Reply {
  return { status: 422, body: { detail: [{ loc, msg, type }] } };
}

function reply(outcome: Outcome, desk: Desk): Reply {
  switch (outcome.kind) {
    case "picture": {
      const times = { start_time: 1_763_800_000.1, end_time: 1_763_800_001.3, duration: 1.2 };
      const result = { sample: desk.host(outcome.painted), prompt: "", seed: 7, ...times };
      return begin(desk, { status: "Ready", result });
    }
    case "no image":
      return begin(desk, { status: "Ready", result: null });
    case "refused": {
      const details = { "Moderation Reasons": ["Derivative Works Filter"] };
      return begin(desk, { status: outcome.how, result: null, details });
    }
    case "broken":
      return begin(desk, { status: outcome.how, result: null });
    case "failed":
      return { status: outcome.status, body: { detail: "Internal Server Error" } };
    case "limited":
      return {
        status: 429,
        headers: { "retry-after": String(Math.ceil(outcome.seconds)) },
        body: { detail: "Too many active tasks." },
      };
    case "no quota":
      return {
        status: 402,
        body: { detail: "Insufficient credits. Please add credits at https://api.bfl.ai." },
      };
    case "hung up":
      return hungUp;
  }
}

function begin(desk: Desk, end: { status: string; result: object | null; details?: object }): Reply {
  const id = randomUUID();
  const about = { id, progress: null, details: null, preview: null };
  const pending = { ...about, status: "Pending", result: null };
  desk.open(id, { pending, done: { status: 200, body: { ...about, ...end } } });
  const polling = `${desk.url}/v1/get_result?id=${id}`;
  return { status: 200, body: { id, polling_url: polling, cost: 3, input_mp: 0, output_mp: 1 } };
}
