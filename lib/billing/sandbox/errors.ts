/** An answer in Stripe's error form. */
export class SandboxError extends Error {
  readonly status: number;
  readonly type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    status: number,
    type: SandboxError["type"],
    message: string,
    details: { code?: string; param?: string } = {},
  ) {
    super(message);
    this.name = "SandboxError";
    this.status = status;
    this.type = type;
    this.code = details.code;
    this.param = details.param;
  }
}

export function invalidRequest(message: string, param?: string, code?: string): SandboxError {
  return new SandboxError(400, "invalid_request_error", message, {
    ...(param && { param }),
    ...(code && { code }),
  });
}

export function missing(kind: string, id: string, param = "id"): SandboxError {
  const status = param === "id" ? 404 : 400;
  return new SandboxError(status, "invalid_request_error", `No such ${kind}: '${id}'`, {
    code: "resource_missing",
    param,
  });
}
