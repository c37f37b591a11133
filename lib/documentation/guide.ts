import { pictureLimits } from "#lib/contract/accounts/operations.ts";
import { formatCount } from "#lib/contract/billing/money.ts";
import { compatibility } from "#lib/contract/compatibility.ts";
import { testBalance, testWorkDays, testWorkPerDay } from "#lib/contract/keys/test-mode.ts";
import * as limits from "#lib/contract/limits.ts";
import { errorExample } from "#lib/contract/openapi/index.ts";
import { styleNames } from "#lib/contract/photos/styles.ts";
import { defaultMode } from "#lib/generations/kinds/modes/choice.ts";
import { deliveryWidthsPx } from "#lib/images/variants.ts";
import { configuredModels } from "#lib/models/configured.ts";
import { env } from "#lib/platform/env.ts";
import { type GuidePartId, guideParts } from "./guide-parts.ts";
import { hostAddresses } from "./reference.ts";
import { keyPlaceholder } from "./samples.ts";
import { readSource } from "./sources.ts";
import { guideTables, storageOfPlans } from "./tables.ts";

export interface GuidePart {
  id: GuidePartId;
  title: string;
  /** Markdown; each output format replaces the remaining comments in its own way. */
  text: string;
}

/** The parts of docs/guide.md with the values of this deployment. */
export async function readGuide(): Promise<GuidePart[]> {
  const values = guideValues();
  const [, ...parts] = (await readSource("guide.md")).split(/^## /m);
  return parts.map((part) => {
    const [title = ""] = part.split("\n", 1);
    const text = part
      .slice(title.length)
      .replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
        if (!(name in values)) throw new Error(`docs/guide.md names {{${name}}}, which has no value`);
        return String(values[name]);
      })
      .replace(/^<!-- (\w+) -->$/gm, (comment, name: string) => guideTables[name]?.() ?? comment);
    return { id: idOf(title), title, text: text.trim() };
  });
}

function idOf(title: string): GuidePartId {
  const id = (Object.keys(guideParts) as GuidePartId[]).find((known) => guideParts[known].title === title);
  if (!id) throw new Error(`the contents of the reference lack “${title}”`);
  return id;
}

/** The limits by their names, some of them formatted, and what else the guide names. */
function guideValues(): Record<string, unknown> {
  const { BASE_URL: baseUrl, RATE_LIMIT_PER_MINUTE, RESULT_RETENTION_DAYS, WEBHOOK_RATE_PER_MINUTE } = env();
  const models = configuredModels().map(({ label }) => label);
  return {
    ...limits,
    baseUrl,
    ...hostAddresses(),
    compatibility,
    errorExample: JSON.stringify(errorExample("invalid_params"), null, 2),
    requestsPerMinute: formatCount(RATE_LIMIT_PER_MINUTE),
    key: keyPlaceholder,
    pictureLimits: pictureLimits(),
    deliveryWidths: deliveryWidthsPx.join(", "),
    pictureFormats: limits.pictureFormats(),
    storageOfPlans: storageOfPlans(),
    retention:
      RESULT_RETENTION_DAYS === undefined
        ? "Results stay at their addresses until you delete them."
        : `Results are deleted ${RESULT_RETENTION_DAYS} days after they were made: save what you need.`,
    defaultMode: defaultMode(),
    imageModels:
      models.length === 0
        ? "This deployment has no image model: here `scene` and `edit` answer 400 `invalid_params`."
        : `Here the model is ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(models)}.`,
    styles: new Intl.ListFormat("en-GB").format(styleNames.map((name) => `\`${name}\``)),
    foundMaskSide: formatCount(limits.foundMaskSide),
    unpaidMaskSide: formatCount(limits.unpaidMaskSide),
    jsonLimit: limits.jsonLimitBytes / 1024,
    maxPromptLength: formatCount(limits.maxPromptLength),
    previewsPerDay: formatCount(limits.previewsPerDay),
    maxUrlLength: formatCount(limits.maxUrlLength),
    webhookRetries: new Intl.ListFormat("en-GB").format(limits.webhookRetrySeconds.map(formatWait)),
    eventHistoryEvents: formatCount(limits.eventHistory.events),
    eventHistoryMegabytes: limits.eventHistory.megabytes,
    webhookHistoryDeliveries: formatCount(limits.webhookHistoryDeliveries),
    maxHeldWebhooks: formatCount(limits.maxHeldWebhooks),
    webhooksPerMinute: formatCount(WEBHOOK_RATE_PER_MINUTE),
    testBalance: formatCount(testBalance),
    testWorkPerDay: formatCount(testWorkPerDay),
    testWorkDays,
  };
}

/** `5 s`, `30 min`, `2 h`. */
function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}
