import { z } from "zod";
import { open } from "../fields.ts";
import { resolutions } from "../photos/styles.ts";
import { marketplaceSizeNames } from "./list.ts";
import { ruleNames, severities } from "./rules.ts";

const severity = z
  .enum(severities)
  .describe(
    "`refused`: the marketplace rejects such a picture. `advised`: the marketplace accepts the picture but displays it less well.",
  );
const ruleName = open(z.enum(ruleNames));

const rule = z
  .object({
    rule: ruleName.describe(
      "`fill`: longest extent of the product as a share of the frame. `ratio`: width divided by height. `extras`: what must not be added to the picture. `whole_product`: no part of the product may be missing.",
    ),
    severity,
    min: z.number().nullable(),
    max: z.number().nullable(),
    values: z.array(z.string()).nullable(),
    verified: z
      .boolean()
      .describe("true: read on the marketplace's own page. false: taken from guides for sellers."),
  })
  .meta({ id: "MarketplaceRule" });

export const marketplaceList = z
  .object({
    data: z.array(
      z
        .object({
          name: open(z.enum(marketplaceSizeNames)).describe(
            "Name for the `size` of a request and for checks.",
          ),
          label: z.string(),
          width: z.int(),
          height: z.int(),
          resolution: z.enum(resolutions).describe("Cheapest resolution with enough pixels."),
          rules: z.array(rule),
          source: z.string().describe("URL of the marketplace's own page on picture rules."),
          checked_on: z.string().describe("Date on which the rules were checked."),
        })
        .meta({ id: "Marketplace" }),
    ),
  })
  .meta({ id: "MarketplaceList" });

export const marketplaceQuery = z.object({
  marketplace: z.enum(marketplaceSizeNames).describe("Marketplace whose rules are checked."),
});

export const marketplaceCheck = z
  .object({
    marketplace: open(z.enum(marketplaceSizeNames)),
    passes: z.boolean().describe("Whether there are no findings with the severity `refused`."),
    findings: z.array(
      z
        .object({
          rule: ruleName,
          severity,
          message: z.string().describe("Human-readable description of the problem."),
          fix: z.string().describe("How to fix the problem."),
          measured: z.union([z.number(), z.string()]).nullable().describe("Value of the photo."),
          limit: z.union([z.number(), z.string()]).nullable().describe("Value that the rule requires."),
        })
        .meta({ id: "MarketplaceFinding" }),
    ),
  })
  .meta({ id: "MarketplaceCheck" });
