import { listFormats } from "./images/formats.ts";
import { formatMegapixels, maxHeicPixels } from "./images/limits.ts";
import { previewSide } from "./photos/sizes.ts";

/** The bounds of requests, for wrapper, documentation, pages and errors. What the operator can set is not here. */

const mebibyte = 1024 * 1024;

/** Largest JSON body. */
export const jsonLimitBytes = 64 * 1024;
/** Largest body of a call that takes many requests. */
export const batchBodyLimitBytes = 4 * mebibyte;
/** Most pieces of work that are ordered together. */
export const maxBatchItems = 1_000;
export const maxCustomIdLength = 100;
export const maxUrlLength = 2_048;
export const maxPromptLength = 2_000;
/** Longest Idempotency-Key. */
export const maxKeyLength = 255;

export const maxGenerationIdLength = 40;
export const maxTitleLength = 200;
export const metadataLimits = { pairs: 20, keyLength: 40, valueLength: 500 } as const;
/** Most results that one archive holds, and that are deleted together. */
export const maxChosenResults = 1_000;
/** A search looks through so many pieces of work for one page; groups by product cover as many. */
export const searchedRows = 10_000;
/** And through no more than this of their words and options. */
export const searchedMegabytes = 6;
/** Pairs of metadata that no more pieces of work have are found by their index, however much other work there is. */
export const indexedMatches = 1_000;
/** Previews of one account in a day. */
export const previewsPerDay = 5_000;
/**
 * Free remakes: how often per photo and within how many days, and one free credit for each so many that were charged for
 * finished work of the same calendar month (UTC).
 */
export const freeRemakes = { perPhoto: 2, days: 7, creditsPerFree: 10 } as const;
/** Longest that a call waits for work that is under way. */
export const longestWaitSeconds = 30;

/** Largest file that POST /upload takes. */
export const uploadLimitBytes = 4_718_592;
export const uploadLimit = `${uploadLimitBytes / mebibyte} MiB`;

/** Largest message to a tool: a file of that size in base64, and what goes with it. */
export const toolBodyLimitBytes = Math.ceil(uploadLimitBytes / 3) * 4 + jsonLimitBytes;

/** Largest file of a corrected mask. */
export const maskLimitBytes = 32 * mebibyte;
/** Longest side of the mask that the service finds itself, as it is handed out. */
export const foundMaskSide = 2_048;
/** The same for a picture without a paid result: what a free preview shows of it, far less than a cut-out that is paid. */
export const unpaidMaskSide = previewSide;

export const pictureFormats = `${listFormats("conjunction")} (the first frame; HEIC up to ${formatMegapixels(maxHeicPixels)})`;

/** The whole of a call that makes a picture ends within this. */
export const callTimeoutSeconds = 60;
/** A call of an agent's tool waits for work so long: its client gives up after a minute. */
export const agentWaitSeconds = 45;
/** An answer is kept for retries under its Idempotency-Key for this long. */
export const idempotencyHours = 24;

/** An upload that no work names is deleted after this. */
export const unusedUploadDays = 7;

/** What an account's owner may choose for a key. */
export const maxKeyNameLength = 60;
/** Keys of an account that are in use or were made in the last day. */
export const maxKeys = 100;
/** After a rotation the secret before works for this long, unless its caller chooses. */
export const defaultOverlapHours = 24;
export const maxOverlapHours = 168;
/** Largest monthly limit of a key, in credits. */
export const maxCreditsLimit = 1_000_000_000;
export const keyLifetimesDays = ["30", "90", "365"] as const;

/** Brand looks: how many an account may have, and their names. */
export const maxLooks = 200;
export const maxLookNameLength = 60;

/** Webhooks: how many endpoints an account may have, and their fields. */
export const maxWebhookEndpoints = 20;
export const maxWebhookDescriptionLength = 200;
/** What happened in an account, and what became of it, is kept for this long. */
export const webhookHistoryDays = 30;
/** And for each endpoint no more than its newest deliveries. */
export const webhookHistoryDeliveries = 50_000;
/** And of an account no more than its newest events, and no more of their text. */
export const eventHistory = { events: 50_000, megabytes: 200 } as const;
/** Of events and deliveries; ids are shorter. */
export const maxObjectIdLength = 60;
/** What waits for an endpoint after a replay. */
export const maxReplayedEvents = 10_000;
/** Of endpoints that were deleted, the last so many of an account keep their deliveries. */
export const keptDeletedEndpoints = 20;
/** After a rotation the secret before it signs too for this long. */
export const secretOverlapHours = 24;
/** An endpoint has this long to answer. */
export const webhookTimeoutSeconds = 15;
/** Waits between attempts at a delivery; after the last it has failed. */
export const webhookRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** An endpoint that received nothing for this long is paused. */
export const webhookFailingDays = 5;
/** What waits for an endpoint's first 2xx: how many events, and for how long. */
export const maxHeldWebhooks = 1_000;
export const webhookHeldHours = 72;
/** An endpoint whose last answer took longer than this counts as slow, as one that did not answer. */
export const webhookSlowSeconds = 3;
/** POSTs that an account may cause in a minute at a host that has not answered it with a 2xx. */
export const unansweredWebhooksPerMinute = 3;
