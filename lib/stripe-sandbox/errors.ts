interface Details {
  type: "invalid_request_error" | "card_error" | "idempotency_error";
  message: string;
  code?: string;
  param?: string;
}

/** A refusal in Stripe's error format. */
export class SandboxError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, details: Details) {
    super(details.message);
    this.name = "SandboxError";
    this.status = status;
    this.details = details;
  }
}

export function invalidRequest(message: string, param?: string): SandboxError {
  return new SandboxError(400, { type: "invalid_request_error", message, ...(param && { param }) });
}

export function cardDeclined(): SandboxError {
  const message = "Your card was declined.";
  return new SandboxError(402, { type: "card_error", message, code: "card_declined" });
}

export const isDeclined = (error: unknown) =>
  error instanceof SandboxError && error.details.code === "card_declined";

/** `param` names the parameter that contained the id; without one, the path did. */
export function missing(kind: string, id: string, param = "id"): SandboxError {
  return new SandboxError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    message: `No such ${kind.replace(/[._]/g, " ")}: '${id}'`,
    code: "resource_missing",
    param,
  });
}
