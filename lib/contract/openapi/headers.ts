const text = (description: string) => ({ description, schema: { type: "string" } });

export const headerComponents = {
  "X-Request-Id": text("Identifies this request in the log."),
  RateLimit: text('Remaining requests: `"default";r=99;t=1`.'),
  "RateLimit-Policy": text('The quota: `"default";q=100;w=60`.'),
  "X-RateLimit-Limit": text("Requests per minute."),
  "X-RateLimit-Remaining": text("Remaining requests, as in RateLimit."),
  "X-RateLimit-Reset": text("Unix time at which all are available again."),
  "X-Same-As": text(
    "Id of an earlier photo of yours with the same bytes; `reuse` would have returned it uncharged.",
  ),
  "X-Generation-Id": text("Id of the work, with which its result can be read later."),
  "X-Credits-Charged": text("Credits that this call consumed."),
  "X-Prompt-Ignored": {
    description: "How much of the prompt the studio ignored: `all` or `part`; absent if nothing.",
    schema: { type: "string", enum: ["all", "part"] },
  },
  "Idempotency-Replayed": text("`true` if this is the stored response of an earlier call."),
  "WWW-Authenticate": text(
    'The required authentication: `Bearer realm="…"`, with `error="invalid_token"` if a key was sent.',
  ),
  Location: text("URL at which the work can be read."),
  "Preference-Applied": text("The preferences that were applied, such as `respond-async, wait=10`."),
  ETag: text(
    "Tag of the body. Sent as `If-None-Match`, it returns 304 without a body if the body is unchanged.",
  ),
  "X-Unknown-Fields": text("Unknown fields of the body, which were ignored; absent if there are none."),
  "X-Image-Url": text("URL of the picture that came with the call, among your uploads."),
  "X-Result-Url": text("URL of the result, if the response is the picture itself."),
  "X-Credits-Remaining": text("Credits left in total, if the response is the picture itself."),
  "Retry-After": text("Seconds to wait before the next request."),
};

export const rateLimitNames = [
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const;

/** References to headers in the components of the document. */
export function headers(...names: (keyof typeof headerComponents)[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
