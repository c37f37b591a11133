import { defaultCurrency, defaultPlans, defaultTopUps } from "../billing/plans.ts";
import { currentEngine } from "../photos/modes.ts";
import { showNotes } from "../photos/notes.ts";
import { previewSize } from "../photos/sizes.ts";
import {
  type BaseCosts,
  cutoutCost,
  defaultBaseCosts,
  generationCost,
  outputSize,
} from "../photos/styles.ts";

// Examples in the API description. A test checks each against its schema.

const deliveryPrefix = "https://res.cloudinary.com/demo/";
const uploadUrl = "https://api.cloudinary.com/v1_1/demo/image/upload";
const inputUrl = `${deliveryPrefix}image/upload/v1764000000/inputs/usr_5Bn3/mug.jpg`;
const order = { style: "luxury", aspect_ratio: "4:3", resolution: "4K" } as const;
const topup = 100;
const generationId = "gen_7Qm2xWc9LrT4vKp8ZbN1sD";
const batchId = "bat_2Vh6tYk9QwM3xRc8JbL5nP";
const host = `${deliveryPrefix}image/upload`;
const maskUrl = `${host}/v1764000300/inputs/usr_5Bn3/mug-mask.png`;
const resultUrl = `${host}/v1764000012/outputs/usr_5Bn3/k2v9x4.jpg`;
const cutOutUrl = `${host}/e_background_removal/f_png/v1764000000/inputs/usr_5Bn3/mug.png`;

const photoAt = (credits_used: number) => ({
  id: generationId,
  operation: "generate",
  status: "succeeded",
  position: null,
  stage: null,
  batch_id: null,
  custom_id: null,
  title: null,
  metadata: null,
  image_url: inputUrl,
  source_name: "mug.jpg",
  result_url: resultUrl,
  api_key_id: "key_4Rt8wPz2NmC6yHs9QbK3vF",
  request_id: "req_8Fd2kSn6MtX4vBq9YhR1wJ",
  ...order,
  prompt: null,
  mode: "studio",
  model: null,
  fidelity: { product: "original", changed: 0, changed_words: [] },
  engine: currentEngine,
  provenance: { digital_source_type: "compositeSynthetic", engine: currentEngine },
  seed: 0,
  options: {},
  prompt_understood: null,
  prompt_ignored: null,
  scene: null,
  scene_suggestions: [],
  remake_of: null,
  superseded_by: null,
  review: null,
  stance: "stand",
  notes: [],
  bounding_box: { left: 1310, top: 742, width: 2180, height: 2234 },
  ...outputSize(order.aspect_ratio, order.resolution),
  bytes: 1_843_200,
  content_type: "image/jpeg",
  attempts: 1,
  credits_used,
  error_code: null,
  error_message: null,
  error_fix: null,
  livemode: true,
  created_at: "2026-11-21T09:00:00.000Z",
  finished_at: "2026-11-21T09:00:04.100Z",
  refunded_at: null,
});

/** The same photo before a worker started it. */
const queuedAt = (creditsUsed: number) => ({
  ...photoAt(creditsUsed),
  status: "queued",
  position: 3,
  result_url: null,
  width: null,
  height: null,
  bytes: null,
  content_type: null,
  attempts: 0,
  finished_at: null,
  mode: null,
  fidelity: null,
  engine: null,
  provenance: null,
  bounding_box: null,
  stance: null,
});

const endpoint = {
  id: "whe_9Kd3mVx7BqT2nRf5YcJ8wL",
  url: "https://shop.example/webhooks/photos",
  events: ["generation.succeeded", "generation.failed"],
  status: "enabled",
  description: "Shop backend",
  reused_items: false,
  verified_at: "2026-11-21T09:00:00.400Z",
  livemode: true,
  created_at: "2026-11-21T09:00:00.000Z",
};

const eventId = "evt_3Jw8rNc5UfP2xGh6ZtD9sA";

const delivery = {
  id: "whd_6Tn1pZs4HgW8kMb3XvQ7yC",
  event: "generation.succeeded",
  event_id: eventId,
  object_id: generationId,
  url: endpoint.url,
  status: "succeeded",
  attempts: [
    {
      at: "2026-11-21T09:00:04.210Z",
      status_code: 503,
      ms: 84,
      error: "the endpoint answered with status 503",
    },
    { at: "2026-11-21T09:00:09.730Z", status_code: 204, ms: 41, error: null },
  ],
  next_attempt_at: null,
  held_because: null,
  created_at: "2026-11-21T09:00:04.100Z",
};

const scene = {
  id: "podium-petals",
  name: "Podium with rose petals",
  category: "beauty",
  tags: ["podium", "plaster", "rose petals", "leaves", "stones"],
  preview_url: "https://photos.example/api/v1/scenes/podium-petals/preview",
  product_cm: { from: 7, to: 33 },
  pitches: ["low", "middle", "high"],
  flat_lay: false,
  seasons: ["spring", "summer"],
};

const look = {
  id: "look_8Rt5wNz3KmD7yGs2QbV6xF",
  name: "Warm oak",
  settings: {
    style: "lifestyle",
    prompt: "Light oak table, warm evening light",
    aspect_ratio: "1:1",
    resolution: "2K",
    light: { azimuth_deg: -50, warmth: 0.4 },
    shadow: 0.6,
    size: "amazon",
  },
  livemode: true,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};

export type Examples = ReturnType<typeof examplesAt>;

/** The examples with these prices. */
export function examplesAt(baseCosts: BaseCosts) {
  const { pro } = defaultPlans;
  /** The price of `order`, and the monthly credits that it and a cut-out leave. */
  const photoCost = generationCost(order.style, order.resolution, baseCosts);
  const afterPhoto = pro.monthlyCredits - photoCost;
  const afterCutout = afterPhoto - cutoutCost;
  const photo = photoAt(photoCost);
  const queuedPhoto = queuedAt(photoCost);
  return {
    looks: { look },
    marketplaces: {
      entry: {
        name: "amazon",
        label: "Amazon main image",
        width: 2000,
        height: 2000,
        resolution: "2K",
        rules: [
          { rule: "fill", severity: "refused", min: 0.85, max: null, values: null, verified: false },
          {
            rule: "format",
            severity: "refused",
            min: null,
            max: null,
            values: ["jpeg", "png"],
            verified: false,
          },
        ],
        source: "https://sellercentral.amazon.com/help/hub/reference/external/G1881",
        checked_on: "2026-11-22",
      },
      check: {
        marketplace: "amazon",
        passes: false,
        findings: [
          {
            rule: "fill",
            severity: "refused",
            message: "The product fills 61 % of the frame; at least 85 % is wanted.",
            fix: "Use the style amazon, or a larger `layout.scale`.",
            measured: 0.61,
            limit: 0.85,
          },
        ],
      },
    },
    deliveryPrefix,
    uploadUrl,
    generationId,
    requestId: "req_3Hf8yUj2MxA6tGq5WcE9oR",
    signUpload: {
      signature: "2fb051386c409c29f6f1dd04edd3e0c07910cf89",
      timestamp: 1764000000,
      api_key: "142857142857142",
      cloud_name: "demo",
      folder: "inputs/usr_5Bn3",
      upload_url: uploadUrl,
    },
    upload: { image_url: inputUrl },
    credits: {
      monthly_remaining: afterCutout,
      topup_remaining: topup,
      total: afterCutout + topup,
      credits_limit: pro.monthlyCredits,
      tier: "pro",
      status: "active",
    },
    plans: {
      billing: "on",
      currency: defaultCurrency,
      plans: [
        { tier: "pro", name: pro.name, monthly_credits: pro.monthlyCredits, price_cents: pro.priceCents },
      ],
      top_ups: [{ credits: defaultTopUps.small.credits, price_cents: defaultTopUps.small.priceCents }],
      prices: {
        generate: [{ style: order.style, resolution: order.resolution, credits: photoCost }],
        remove_bg: cutoutCost,
      },
    },
    generateRequest: { image_url: inputUrl, type: "product", ...order },
    generate: {
      result_url: resultUrl,
      credits_used: photoCost,
      credits_remaining: { monthly: afterPhoto, topup, total: afterPhoto + topup },
    },
    removeBg: {
      result_url: cutOutUrl,
      credits_used: cutoutCost,
      credits_remaining: { monthly: afterCutout, topup, total: afterCutout + topup },
    },
    photo,
    preview: {
      image: "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQ==",
      ...previewSize(outputSize(order.aspect_ratio, "1K")),
      bounding_box: { left: 140, top: 79, width: 233, height: 238 },
      prompt_understood: null,
      prompt_ignored: null,
      scene: null,
      scene_suggestions: [],
      stance: "stand",
      notes: showNotes([
        { code: "glass_background_kept", box: { left: 152, top: 96, width: 160, height: 205 } },
      ]),
    },
    mask: {
      image_url: inputUrl,
      corrected: true,
      mask_url: maskUrl,
      width: 3024,
      height: 4032,
      updated_at: "2026-11-21T09:02:10.000Z",
    },
    batch: {
      id: batchId,
      title: "Autumn catalogue",
      status: "running",
      counts: { total: 12, queued: 6, running: 1, succeeded: 5, failed: 0, canceled: 0 },
      credits: { reserved: 12 * photoCost, used: 5 * photoCost, refunded: 0 },
      eta_seconds: 40,
      created_at: photo.created_at,
      finished_at: null,
      metadata: null,
      livemode: true,
    },
    batchItem: { ...photo, batch_id: batchId, custom_id: "mug-01" },
    estimate: {
      credits: photoCost,
      requests: [
        {
          credits: photoCost,
          open_id: null,
          reused_id: null,
          prompt_understood: [
            { kind: "color", value: "white", text: "white" },
            { kind: "surface", value: "marble", text: "marble" },
            { kind: "light", value: "from_left", text: "from the left" },
          ],
          prompt_ignored: ["zeppelin"],
          scene: null,
          scene_suggestions: [{ id: scene.id, score: 0.41, preview_url: scene.preview_url }],
          stance: null,
          notes: [],
        },
      ],
      sufficient: true,
      credits_remaining: { monthly: pro.monthlyCredits, topup, total: pro.monthlyCredits + topup },
    },
    scene,
    prop: { id: "rose-petals", name: "Rose petals" },
    queuedPhoto,
    canceledPhoto: {
      ...queuedPhoto,
      status: "canceled",
      position: null,
      credits_used: 0,
      finished_at: photo.finished_at,
    },
    webhooks: {
      endpoint,
      newEndpoint: {
        ...endpoint,
        verified_at: null,
        secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDKx7pJmZc5S4=",
      },
      endpointWithSecret: { ...endpoint, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDKx7pJmZc5S4=" },
      delivery,
      eventId,
      event: {
        id: eventId,
        type: "generation.succeeded",
        timestamp: delivery.created_at,
        data: photo,
        livemode: true,
        object_id: generationId,
        created_at: delivery.created_at,
      },
    },
    auditEvent: {
      id: "aud_3Lp9wQz2NmC6yHs9QbK7rT",
      at: photo.created_at,
      actor: { type: "user", id: "usr_8Kd2wPz2NmC6yHs9QbK3vF", name: "grace@example.com" },
      action: "key.changed",
      object: { type: "key", id: "key_4Rt8wPz2NmC6yHs9QbK3vF" },
      address: "192.0.2.7",
      before: { max_credits_per_month: 50 },
      after: { max_credits_per_month: 100 },
      livemode: true,
    },
    keys: {
      key: {
        id: "key_4Rt8wPz2NmC6yHs9QbK3vF",
        name: "Shop plugin",
        prefix: "pgs_7Qm2",
        last4: "x4Rt",
        test: false,
        scopes: ["work:write", "work:read"],
        expires_at: null,
        max_credits_per_month: 50,
        credits_this_month: 12,
        created_at: photo.created_at,
        last_used_at: photo.finished_at,
        livemode: true,
      },
      secret: "pgs_…",
    },
  };
}

/** The examples with the default prices. */
export const examples = examplesAt(defaultBaseCosts);
