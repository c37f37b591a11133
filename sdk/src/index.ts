export { type ClientOptions, PhotoService } from "./client.ts";
export * from "./errors.ts";
export type * from "./generated/types.ts";
export { Listing, type Page } from "./pages.ts";
export type { MadeBytes, MadeResult, PhotoRequest } from "./resources/photos.ts";
export type { WaitOptions } from "./resources/wait.ts";
export type { CallOptions } from "./transport/calls.ts";
export type { UploadSource } from "./uploads/source.ts";
export type { UploadOptions } from "./uploads/uploads.ts";
export {
  newWebhookSecret,
  signWebhook,
  type UnwrapOptions,
  unwrap,
  type WebhookHeaders,
} from "./webhooks.ts";
