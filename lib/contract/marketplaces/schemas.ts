import { z } from "zod";
import { open } from "../fields.ts";
import { resolutions } from "../photos/styles.ts";
import { marketplaceSizeNames } from "./list.ts";
import { ruleNames, severities } from "./rules.ts";

const severity = z
  .enum(severities)
  .describe("`refused`: it takes no such picture. `advised`: it takes it, and shows it worse.");
const ruleName = open(z.enum(ruleNames));

const rule = z
  .object({
    rule: ruleName.describe(
      "`fill`: longest extent of the product as a share of the frame. `ratio`: width through height. `extras`: what must not be added to the picture. `whole_product`: no part of it may be missing.",
    ),
    severity,
    min: z.number().nullable(),
    max: z.number().nullable(),
    values: z.array(z.string()).nullable(),
    verified: z
      .boolean()
      .describe("Read on the marketplace's own page; else what guides for sellers say of it."),
  })
  .meta({ id: "MarketplaceRule" });

export const marketplaceList = z
  .object({
    data: z.array(
      z
        .object({
          name: open(z.enum(marketplaceSizeNames)).describe("As `size` of a request and in checks."),
          label: z.string(),
          width: z.int(),
          height: z.int(),
          resolution: z.enum(resolutions).describe("The cheapest that has so many pixels."),
          rules: z.array(rule),
          source: z.string().describe("The marketplace's own page about pictures."),
          checked_on: z.string().describe("The day on which the rules were looked up."),
        })
        .meta({ id: "Marketplace" }),
    ),
  })
  .meta({ id: "MarketplaceList" });

export const marketplaceQuery = z.object({
  marketplace: z.enum(marketplaceSizeNames).describe("Where the photo is to be shown."),
});

export const marketplaceCheck = z
  .object({
    marketplace: open(z.enum(marketplaceSizeNames)),
    passes: z.boolean().describe("Nothing was found that would be refused."),
    findings: z.array(
      z
        .object({
          rule: ruleName,
          severity,
          message: z.string().describe("What is wrong, in a person's words."),
          fix: z.string().describe("What to do about it."),
          measured: z.union([z.number(), z.string()]).nullable().describe("What the photo has."),
          limit: z.union([z.number(), z.string()]).nullable().describe("What the rule wants."),
        })
        .meta({ id: "MarketplaceFinding" }),
    ),
  })
  .meta({ id: "MarketplaceCheck" });
