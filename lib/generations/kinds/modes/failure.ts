import { ApiError } from "../../../platform/errors.ts";
import { isRefusal } from "../../run/failure.ts";

/** A hosted model made a picture that no photo can be made of; `message` is for the log. */
export class UnusablePictureError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "UnusablePictureError";
  }
}

/** A hosted model changed the product, and there was no time left for another way; `message` is for the log. */
export class ProductChangedError extends Error {
  override readonly name = "ProductChangedError";
}

const longestWords = 500;

/**
 * Whether the embedded studio can stand in for a model that failed so. By name: the server's bundles may hold several
 * copies of a class. What the picture or the service's own state forbids, the studio could not do either.
 */
export function canStudioHelp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isModels(error) || error.name === "GenerationError";
}

/** The failure of a hosted photo as its caller may see it: what the model refused, or that no model made it. */
export function toTold(error: unknown): unknown {
  if (isRefusal(error)) {
    const fix =
      "fix" in error && typeof error.fix === "string" ? error.fix.slice(0, longestWords) : undefined;
    return new ApiError("generation_failed", error.message.slice(0, longestWords), { fix, cause: error });
  }
  if (!(error instanceof Error) || !isModels(error)) return error;
  if (error.name === "ProductChangedError") {
    return new ApiError("generation_failed", "The image model changed the product.", {
      fix: "The credits were refunded. Ask for `mode` `scene`, which keeps the product's own pixels, or try again.",
      cause: error,
    });
  }
  const message =
    error.name === "ModelUnavailableError"
      ? error.message.slice(0, longestWords)
      : "The image model made no usable picture.";
  return new ApiError("generation_failed", message, {
    fix: "The credits were refunded. Try again later, or ask for `mode` `studio`, which needs no model.",
    cause: error,
  });
}

function isModels({ name }: Error): boolean {
  return ["ModelUnavailableError", "UnusablePictureError", "ProductChangedError"].includes(name);
}
