import { listFormats } from "./images/formats.ts";
import { formatMegapixels, maxHeicPixels } from "./images/limits.ts";
import { previewSide } from "./photos/sizes.ts";

/** Limits of requests, read by wrapper, documentation, pages and errors. Limits set by the operator are elsewhere. */

const mebibyte = 1024 * 1024;

/** Maximum JSON body. */
export const jsonLimitBytes = 64 * 1024;
/** Maximum body of a batch request. */
export const batchBodyLimitBytes = 4 * mebibyte;
/** Maximum orders in a batch. */
export const maxBatchItems = 1_000;
/** Maximum photos of one call. */
export const maxPhotosPerCall = 8;
export const maxCustomIdLength = 100;
export const maxUrlLength = 2_048;
export const maxPromptLength = 2_000;
/** Maximum length of an Idempotency-Key. */
export const maxKeyLength = 255;

export const maxGenerationIdLength = 40;
export const maxTitleLength = 200;
export const metadataLimits = { pairs: 20, keyLength: 40, valueLength: 500 } as const;
/** Maximum results in an archive, and in a bulk deletion. */
export const maxChosenResults = 1_000;
/** Maximum width that a download may ask for: that of the largest photo. */
export const maxFileWidth = 5_504;
/** Rows of work that a search scans for one page; grouping by product scans as many. */
export const searchedRows = 10_000;
/** Maximum megabytes of their texts and options that a search reads. */
export const searchedMegabytes = 6;
/** A metadata pair of at most this many pieces of work is found through its index, regardless of other work. */
export const indexedMatches = 1_000;
/** Previews per account and day. */
export const previewsPerDay = 5_000;
/** An estimate judges the pictures of at most so many photos, within this time. */
export const judgedPerEstimate = 4;
export const judgeSeconds = 10;
/**
 * Free remakes: per photo, within a number of days, and one free credit per `creditsPerFree` charged for finished
 * work of the same calendar month (UTC).
 */
export const freeRemakes = { perPhoto: 2, days: 7, creditsPerFree: 10 } as const;
/** Maximum time that a request waits for unfinished work. */
export const longestWaitSeconds = 30;

/** Maximum file of POST /upload. */
export const uploadLimitBytes = 4_718_592;
export const uploadLimit = `${uploadLimitBytes / mebibyte} MiB`;

/** A file of that size in base64: the pictures of a body together, in addition to the limit of its fields. */
export const encodedUploadBytes = Math.ceil(uploadLimitBytes / 3) * 4;
/** Maximum message to an MCP tool: such a file, plus the JSON around it. */
export const toolBodyLimitBytes = encodedUploadBytes + jsonLimitBytes;

/** Maximum file of a corrected mask. */
export const maskLimitBytes = 32 * mebibyte;
/** Longer side of the found mask in responses. */
export const foundMaskSide = 2_048;
/** The same for a picture without a paid result: the size of a free preview, far smaller than a paid cut-out. */
export const unpaidMaskSide = previewSide;

/** A function, because pages import this file and never need the text. */
export const pictureFormats = () =>
  `${listFormats("conjunction")} (the first frame; HEIC up to ${formatMegapixels(maxHeicPixels)})`;

/** Time limit of a request that makes a picture. */
export const callTimeoutSeconds = 60;
/** How long a tool call waits for work: MCP clients time out after a minute. */
export const agentWaitSeconds = 45;
/** How long a response is kept for retries with its Idempotency-Key. */
export const idempotencyHours = 24;

/** Uploads that no work uses are deleted after this. */
export const unusedUploadDays = 7;

/** Limits of the fields of an API key. */
export const maxKeyNameLength = 60;
/** Keys of an account that are active or were created in the last day. */
export const maxKeys = 100;
/** After a rotation the previous secret works for this long by default. */
export const defaultOverlapHours = 24;
export const maxOverlapHours = 168;
/** Maximum monthly limit of a key, in credits. */
export const maxCreditsLimit = 1_000_000_000;
export const keyLifetimesDays = ["30", "90", "365"] as const;

/** Brand looks: maximum per account, and of their names. */
export const maxLooks = 200;
export const maxLookNameLength = 60;

/** Webhooks: maximum endpoints per account, and limits of their fields. */
export const maxWebhookEndpoints = 20;
export const maxWebhookDescriptionLength = 200;
/** Retention of events and their deliveries. */
export const webhookHistoryDays = 30;
/** Maximum deliveries kept per endpoint; the oldest are deleted first. */
export const webhookHistoryDeliveries = 50_000;
/** Maximum events kept per account, and maximum of their text; the oldest are deleted first. */
export const eventHistory = { events: 50_000, megabytes: 200 } as const;
/** Limit of event and delivery ids in requests; real ids are shorter. */
export const maxObjectIdLength = 60;
/** Maximum deliveries that wait for an endpoint after a replay. */
export const maxReplayedEvents = 10_000;
/** Number of deleted endpoints per account whose deliveries are kept. */
export const keptDeletedEndpoints = 20;
/** After a rotation, deliveries are also signed with the previous secret for this long. */
export const secretOverlapHours = 24;
/** Timeout of an endpoint's response. */
export const webhookTimeoutSeconds = 15;
/** Delays between attempts of a delivery; after the last attempt it has failed. */
export const webhookRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** An endpoint that accepted no delivery for this long is paused. */
export const webhookFailingDays = 5;
/** Until an endpoint's first 2xx, events are held: how many, and for how long. */
export const maxHeldWebhooks = 1_000;
export const webhookHeldHours = 72;
/** An endpoint whose last response took longer than this counts as slow, like one that did not respond. */
export const webhookSlowSeconds = 3;
/** Maximum POSTs per minute from an account to a host that has not yet responded to it with a 2xx. */
export const unansweredWebhooksPerMinute = 3;
