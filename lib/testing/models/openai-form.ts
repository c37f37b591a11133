import type { z } from "zod";
import { type FormFile, openPicture, type SentPicture } from "./request.ts";
import type { Asked, Painted } from "./steps.ts";
import { type Reply, WireError } from "./wire.ts";

export interface ErrorFields {
  message: string;
  type: string;
  param?: string | null;
  code: string | null;
}

export function refused(status: number, { message, type, param = null, code }: ErrorFields): Reply {
  return { status, headers: { "x-request-id": "req_1" }, body: { error: { message, type, param, code } } };
}

/** The API's error response for an invalid field. */
export function describe(issue: z.core.$ZodIssue): Reply {
  if (issue.code === "unrecognized_keys") {
    const [param = ""] = issue.keys;
    const message = `Unknown parameter: '${param}'.`;
    return refused(400, { message, type: "invalid_request_error", param, code: "unknown_parameter" });
  }
  const param = issue.path.join(".");
  const message = `Invalid '${param}': ${issue.message}`;
  return refused(400, { message, type: "invalid_request_error", param, code: "invalid_value" });
}

export function readSize(text: string): { width: number; height: number } | null {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(text) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/** The pictures of a form: a single `image`, several `image[]`, and optionally `mask`. */
export async function openImages(files: readonly FormFile[], maxBytes: number): Promise<SentPicture[]> {
  const images = files.filter(({ name }) => name === "image" || name === "image[]");
  const wrong = (message: string, param: string, code = "invalid_value") =>
    new WireError(refused(400, { message, type: "invalid_request_error", param, code }));
  const [other] = files.filter(({ name }) => !["image", "image[]", "mask"].includes(name));
  if (other) throw wrong(`Unknown parameter: '${other.name}'.`, other.name, "unknown_parameter");
  if (images.length === 0)
    throw wrong("Missing required parameter: 'image'.", "image", "missing_required_parameter");
  if (images.length > 16) throw wrong("At most 16 images.", "image");
  if (images.filter(({ name }) => name === "image").length > 1)
    throw wrong("Duplicate parameter: 'image'. You provided multiple values, use 'image[]'.", "image");
  const opened: SentPicture[] = [];
  for (const { bytes, mediaType } of images) {
    if (!["image/png", "image/jpeg", "image/webp"].includes(mediaType))
      throw wrong(`Unsupported mimetype ('${mediaType}').`, "image", "unsupported_file_mimetype");
    const picture = bytes.length < maxBytes ? await openPicture(bytes, mediaType) : null;
    if (!picture) throw wrong("Invalid image file or mode for image 1.", "image", "invalid_image_file");
    opened.push(picture);
  }
  return opened;
}

/** The successful response; `datum` contains the picture. */
export function answered({ pictures }: Asked, { width, height, fault }: Painted, datum: object): Reply {
  return {
    status: 200,
    body: {
      created: 1_713_833_628,
      data: [datum],
      background: "opaque",
      output_format: "png",
      quality: "high",
      size: `${width}x${height}`,
      usage: {
        total_tokens: 4210,
        input_tokens: 50,
        output_tokens: 4160,
        input_tokens_details: { text_tokens: 50, image_tokens: pictures.length },
      },
    },
    fault,
  };
}
