import { GenerationError } from "../../../imaging/generator.ts";
import { ModelUnavailableError } from "../../../models/failure.ts";
import { refusal } from "../../../platform/errors.ts";
import { because, reasonOf } from "../../../platform/reasons.ts";
import { isRefusal } from "../../run/failure.ts";

/** A hosted model returned a picture that cannot be used; `message` is for the log. */
export class UnusablePictureError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "UnusablePictureError";
  }
}

/** A hosted model changed the product, and no time was left for another attempt; `message` is for the log. */
export class ProductChangedError extends Error {
  override readonly name = "ProductChangedError";
}

/**
 * Whether the embedded studio can replace a model after this error. Errors of the picture or of the service would
 * affect the studio too.
 */
export function canStudioHelp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isModels(error) || error instanceof GenerationError;
}

/** The error of a hosted photo for its caller: the model refused, or no model made it. */
export function toPublicError(error: unknown): unknown {
  if (!isRefusal(error) && !(error instanceof Error && isModels(error))) return error;
  const reason = error instanceof ProductChangedError ? because("product_changed") : reasonOf(error);
  return refusal(reason ?? because("model_picture_unusable"), { cause: error });
}

function isModels(error: Error): boolean {
  return [ModelUnavailableError, UnusablePictureError, ProductChangedError].some(
    (one) => error instanceof one,
  );
}
