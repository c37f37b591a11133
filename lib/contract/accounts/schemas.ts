import { z } from "zod";
import { SubscriptionStatus } from "../../db/generated/enums.ts";
import { planTiers } from "../billing/plans.ts";
import { open } from "../fields.ts";
import { resolutions, styleNames } from "../photos/styles.ts";

/** Fields of uploads and of the balance. */

export const signedUpload = z
  .object({
    signature: z.string().describe("Signature to send to the image host."),
    timestamp: z.int().describe("Unix time in seconds, to send to the image host."),
    api_key: z.string().describe("Key identifier of the image host, to send with the upload."),
    cloud_name: z.string().describe("Account name on the image host; part of the upload address."),
    folder: z.string().describe("Destination folder: `inputs/` followed by an identifier of the caller."),
    upload_url: z.string().describe("URL for the multipart POST with the file."),
  })
  .meta({ id: "SignedUpload" });

export const uploadResult = z
  .object({ image_url: z.string().describe("Delivery URL of the uploaded image.") })
  .meta({ id: "UploadResult" });

export const creditBalance = z
  .object({
    monthly_remaining: z.int().min(0).describe("Credits left in the current billing cycle."),
    topup_remaining: z.int().min(0).describe("Purchased top-up credits; they never expire."),
    total: z.int().min(0).describe("monthly_remaining + topup_remaining."),
    credits_limit: z.int().min(0).describe("Monthly credit allowance of the caller's tier."),
    tier: open(z.enum(planTiers)),
    status: z.enum(SubscriptionStatus),
  })
  .meta({ id: "CreditBalance" });

const cents = z.int().min(0).describe("In cents of `currency`.");

export const planList = z
  .object({
    billing: z.enum(["on", "off"]).describe("`off`: nothing is sold here; the operator gives credits."),
    currency: z.string().nullable().describe("ISO 4217, lower case; null without billing."),
    plans: z
      .array(
        z.object({
          tier: open(z.enum(planTiers)),
          name: z.string(),
          monthly_credits: z.int().min(1),
          price_cents: cents,
        }),
      )
      .describe("The plans for sale, from the smallest to the largest."),
    top_ups: z
      .array(z.object({ credits: z.int().min(1), price_cents: cents }))
      .describe("Credits that are bought once and never expire."),
    prices: z
      .object({
        generate: z
          .array(
            z.object({
              style: open(z.enum(styleNames)),
              resolution: open(z.enum(resolutions)),
              credits: z.int().min(0),
            }),
          )
          .describe("A photo, by style and resolution."),
        remove_bg: z.int().min(0).describe("A cut-out, whatever its size."),
      })
      .describe("What work costs, in credits."),
  })
  .meta({ id: "PlanList" });
