type ErrorType = "invalid_request_error" | "card_error" | "idempotency_error";

/** A response in Stripe's error format. */
export class SandboxError extends Error {
  readonly status: number;
  /** The field `error` of the body. */
  readonly details: { type: ErrorType; message: string; code?: string; param?: string };

  constructor(
    status: number,
    type: ErrorType,
    message: string,
    details: { code?: string; param?: string } = {},
  ) {
    super(message);
    this.name = "SandboxError";
    this.status = status;
    this.details = { type, message, ...details };
  }
}

export function invalidRequest(message: string, param?: string, code?: string): SandboxError {
  return new SandboxError(400, "invalid_request_error", message, {
    ...(param && { param }),
    ...(code && { code }),
  });
}

export function cardDeclined(): SandboxError {
  return new SandboxError(402, "card_error", "Your card was declined.", { code: "card_declined" });
}

export function missing(kind: string, id: string, param = "id"): SandboxError {
  const status = param === "id" ? 404 : 400;
  return new SandboxError(status, "invalid_request_error", `No such ${kind}: '${id}'`, {
    code: "resource_missing",
    param,
  });
}
