import { refusal } from "../../../platform/errors.ts";
import { because, reasonOf } from "../../../platform/reasons.ts";
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

/**
 * Whether the embedded studio can replace a model that failed so. By name: the server's bundles may hold several
 * copies of a class. What the picture or the service's own state forbids, the studio could not do either.
 */
export function canStudioHelp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isModels(error) || error.name === "GenerationError";
}

/** The failure of a hosted photo as its caller may see it: what the model refused, or that no model made it. */
export function toPublicError(error: unknown): unknown {
  if (!isRefusal(error) && !(error instanceof Error && isModels(error))) return error;
  const reason = error.name === "ProductChangedError" ? because("product_changed") : reasonOf(error);
  return refusal(reason ?? because("model_picture_unusable"), { cause: error });
}

function isModels({ name }: Error): boolean {
  return ["ModelUnavailableError", "UnusablePictureError", "ProductChangedError"].includes(name);
}
