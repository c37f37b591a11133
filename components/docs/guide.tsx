import { readFile } from "node:fs/promises";
import path from "node:path";
import { formatCount } from "#lib/contract/billing/money.ts";
import { plans, planTiers, trialUploads, type UploadQuota } from "#lib/contract/billing/plans.ts";
import { formatMegabytes } from "#lib/contract/images/limits.ts";
import {
  foundMaskSide,
  jsonLimitBytes,
  longestWaitSeconds,
  maxBatchItems,
  maxHeldWebhooks,
  maxKeyLength,
  maxPromptLength,
  maxUrlLength,
  pictureFormats,
  previewsPerDay,
  secretOverlapHours,
  unansweredWebhooksPerMinute,
  unpaidMaskSide,
  unusedUploadDays,
  uploadLimit,
  webhookFailingDays,
  webhookHeldHours,
  webhookHistoryDays,
  webhookHistoryDeliveries,
  webhookRetrySeconds,
  webhookTimeoutSeconds,
} from "#lib/contract/limits.ts";
import { pictureLimits } from "#lib/contract/operations.ts";
import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import {
  type AspectRatio,
  aspectRatios,
  cutoutCost,
  generationCost,
  outputSize,
  resolutions,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import { webhookEvents, webhookEventTypes } from "#lib/contract/webhooks/events.ts";
import { env, maxUploadBytes } from "#lib/platform/env.ts";
import { TextLink } from "../ui/button.tsx";
import { capitalize, countInWords } from "../ui/format.ts";
import { DataTable, Table, Td, Th } from "../ui/table.tsx";
import { Markdown } from "./markdown.tsx";
import { keyPlaceholder } from "./samples.ts";
import { GuidePart } from "./section.tsx";

interface GuideProps {
  baseUrl: string;
  deliveryPrefix: string;
  requestsPerMinute: number;
  /** The labels of the configured image models. */
  models: readonly string[];
  defaultMode: PhotoMode;
  /** Undefined where results are kept for ever. */
  retentionDays: number | undefined;
}

/** docs/guide.md with the figures of this deployment. */
export async function Guide({ baseUrl, deliveryPrefix, requestsPerMinute, ...set }: GuideProps) {
  const { models, defaultMode, retentionDays } = set;
  const values: Record<string, string | number> = {
    baseUrl,
    deliveryPrefix,
    requestsPerMinute: formatCount(requestsPerMinute),
    key: keyPlaceholder,
    pictureLimits: pictureLimits(),
    pictureFormats,
    storageOfPlans: storageOfPlans(),
    unusedUploadDays,
    retention:
      retentionDays === undefined
        ? "Results stay at their addresses until you delete them."
        : `Results are deleted ${retentionDays} days after they were made: save what you need.`,
    defaultMode,
    imageModels:
      models.length === 0
        ? "This deployment has no image model: here `scene` and `edit` answer 400 `invalid_params`."
        : `Here the model is ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(models)}.`,
    styleCount: capitalize(countInWords(styleNames.length)),
    styles: styleNames.map((name) => `\`${name}\``).join(", "),
    foundMaskSide: formatCount(foundMaskSide),
    unpaidMaskSide: formatCount(unpaidMaskSide),
    longestWaitSeconds,
    maxBatchItems,
    maxKeyLength,
    jsonLimit: jsonLimitBytes / 1024,
    maxPromptLength: formatCount(maxPromptLength),
    previewsPerDay: formatCount(previewsPerDay),
    maxUrlLength: formatCount(maxUrlLength),
    webhookTimeoutSeconds,
    webhookRetries: new Intl.ListFormat("en-GB").format(webhookRetrySeconds.map(formatWait)),
    webhookFailingDays,
    webhookHistoryDays,
    webhookHistoryDeliveries: formatCount(webhookHistoryDeliveries),
    maxHeldWebhooks: formatCount(maxHeldWebhooks),
    webhookHeldHours,
    unansweredWebhooksPerMinute,
    webhooksPerMinute: formatCount(env().WEBHOOK_RATE_PER_MINUTE),
    secretOverlapHours,
  };
  const text = await readFile(path.join(process.cwd(), "docs", "guide.md"), "utf8");
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => {
    const [title = ""] = part.split("\n", 1);
    const filled = part.slice(title.length).replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
      if (!(name in values)) throw new Error(`docs/guide.md names {{${name}}}, which has no value`);
      return String(values[name]);
    });
    return (
      <GuidePart key={title} title={title}>
        <Markdown text={filled} tables={tables} />
      </GuidePart>
    );
  });
}

const tables = { uploads: UploadsTable, sizes: SizesTable, costs: CostsTable, events: EventsTable };

/** `5 s`, `30 min`, `2 h`. */
function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}

function EventsTable() {
  return (
    <DataTable
      label="Events"
      keyOf={(type) => type}
      rows={webhookEventTypes}
      columns={[
        { title: "Event", cellClassName: "whitespace-nowrap font-mono text-xs", cell: (type) => type },
        { title: "When", cellClassName: "min-w-56", cell: (type) => webhookEvents[type] },
      ]}
    />
  );
}

function UploadsTable() {
  return (
    <DataTable
      label="PhotoModes to upload"
      keyOf={({ id }) => id}
      rows={[
        {
          id: "signUpload",
          name: "Signed upload",
          limit: formatMegabytes(maxUploadBytes()),
          requests: "two",
          use: "most uses",
        },
        {
          id: "upload",
          name: "Through the service",
          limit: uploadLimit,
          requests: "one",
          use: "small files",
        },
      ]}
      columns={[
        {
          title: "Way",
          cellClassName: "whitespace-nowrap",
          cell: ({ id, name }) => <TextLink href={`#${id}`}>{name}</TextLink>,
        },
        { title: "Size", cellClassName: "whitespace-nowrap", cell: ({ limit }) => `up to ${limit}` },
        { title: "Requests", cell: ({ requests }) => requests },
        { title: "For", cellClassName: "min-w-40", cell: ({ use }) => use },
      ]}
    />
  );
}

function SizesTable() {
  return (
    <DataTable
      label="Sizes of photos in pixels"
      keyOf={(ratio) => ratio}
      rows={aspectRatios}
      columns={[
        { title: "Ratio", cellClassName: "figures", cell: (ratio) => ratio },
        ...resolutions.map((resolution) => ({
          title: resolution,
          cellClassName: "figures whitespace-nowrap",
          cell: (ratio: AspectRatio) => {
            const { width, height } = outputSize(ratio, resolution);
            return `${width} × ${height}`;
          },
        })),
      ]}
    />
  );
}

function CostsTable() {
  return (
    <Table label="What calls cost">
      <thead>
        <tr>
          <Th>Work</Th>
          {resolutions.map((resolution) => (
            <Th key={resolution} className="text-right">
              {resolution}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody className="figures">
        {styleNames.map((style) => (
          <tr key={style}>
            <Td>
              Photo, <code className="font-mono text-xs">{style}</code>
            </Td>
            {resolutions.map((resolution) => (
              <Td key={resolution} className="text-right">
                {generationCost(style, resolution)}
              </Td>
            ))}
          </tr>
        ))}
        <tr>
          <Td>Cut-out</Td>
          <Td className="text-right" colSpan={resolutions.length}>
            {cutoutCost}, whatever the size
          </Td>
        </tr>
      </tbody>
    </Table>
  );
}

function storageOfPlans(): string {
  const quota = (name: string, { storageMb, files }: UploadQuota) =>
    `${name} ${formatCount(storageMb)} MB in ${formatCount(files)} files`;
  const paid = planTiers.map((tier) => quota(plans[tier].name, plans[tier].uploads));
  return [quota("trial", trialUploads), ...paid].join(", ");
}
