import { formatCount } from "#lib/contract/billing/money.ts";
import { trialUploads, type UploadQuota } from "#lib/contract/billing/plans.ts";
import { formatMegabytes } from "#lib/contract/images/limits.ts";
import { scopeNames, scopes } from "#lib/contract/keys/scopes.ts";
import { testPictures } from "#lib/contract/keys/test-mode.ts";
import { uploadLimit } from "#lib/contract/limits.ts";
import { operations } from "#lib/contract/operations.ts";
import {
  aspectRatios,
  cutoutCost,
  outputSize,
  type Resolution,
  resolutions,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import { pageOf } from "#lib/contract/sections.ts";
import { webhookEvents, webhookEventTypes } from "#lib/contract/webhooks/events.ts";
import { offer, photoCost, photoCostRange } from "#lib/plans/offer.ts";
import { maxUploadBytes } from "#lib/platform/env.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";

const result = "`result_url`, `credits_used` and `credits_remaining`";

/** `1`, or `1 to 3` where styles differ. */
function costOf(resolution: Resolution): string {
  const { least, most } = photoCostRange(resolution);
  return least === most ? String(most) : `${least} to ${most}`;
}

/** The calls that every client of the contract uses, in words short enough for one screen. */
export const coreCalls = [
  {
    id: "signUpload",
    send: null,
    get: "`signature`, `timestamp`, `api_key`, `cloud_name` and `folder` for an upload to the image host",
    credits: () => "free",
  },
  { id: "upload", send: `a \`file\` up to ${uploadLimit}`, get: "its `image_url`", credits: () => "free" },
  {
    id: "generate",
    send: "`image_url`, `type`, `style`, optionally `prompt`, `aspect_ratio`, `resolution`,",
    get: result,
    credits: () => `${resolutions.map(costOf).join(", ")} credits for ${resolutions.join(", ")}`,
  },
  {
    id: "removeBg",
    send: "an `image_url` of the image host",
    get: result,
    credits: () => `${cutoutCost} credits`,
  },
  {
    id: "credits",
    send: null,
    get: "`monthly_remaining`, `topup_remaining` and `total`",
    credits: () => "free",
  },
] as const;

/** Markdown tables of the guide, generated from the contract: each replaces its placeholder `<!-- name -->`. */
export const guideTables: Record<string, () => string> = {
  calls: () =>
    coreCalls
      .map(({ id, send, get, credits }) => {
        const { method, path, section } = operations[id];
        const given = send === null ? "" : ` takes ${send} and`;
        return `- [${method} ${path}](${pageOf(section)}#${id})${given} returns ${get}: ${credits()}.`;
      })
      .join("\n"),
  uploads: () =>
    markdownTable(
      ["Way", "Size", "Requests", "For"],
      [
        [
          "[Signed upload](/docs/uploads#signUpload)",
          `up to ${formatMegabytes(maxUploadBytes())}`,
          "two",
          "most uses",
        ],
        ["[Through the service](/docs/uploads#upload)", `up to ${uploadLimit}`, "one", "small files"],
      ],
    ),
  sizes: () =>
    markdownTable(
      ["Ratio", ...resolutions],
      aspectRatios.map((ratio) => [
        ratio,
        ...resolutions.map((resolution) => {
          const { width, height } = outputSize(ratio, resolution);
          return `${width} × ${height}`;
        }),
      ]),
    ),
  costs: () =>
    markdownTable(
      ["Work", ...resolutions.map((resolution) => `${resolution}:`)],
      [
        ...styleNames.map((style) => [
          `Photo, \`${style}\``,
          ...resolutions.map((resolution) => String(photoCost(style, resolution))),
        ]),
        ["Cut-out, whatever the size", ...resolutions.map(() => String(cutoutCost))],
      ],
    ),
  scopes: () =>
    markdownTable(
      ["Scope", "Allows to"],
      scopeNames.map((scope) => [`\`${scope}\``, scopes[scope]]),
    ),
  testPictures: () =>
    markdownTable(
      ["Picture", "Outcome"],
      Object.entries(testPictures).map(([name, outcome]) => [`\`/test/${name}.jpg\``, outcome]),
    ),
  events: () =>
    markdownTable(
      ["Event", "When"],
      webhookEventTypes.map((type) => [`\`${type}\``, webhookEvents[type]]),
    ),
};

/** Error codes with status, meaning and fix. */
export function errorsTable(codes: readonly ErrorCode[]): string {
  return markdownTable(
    ["Status", "Code", "What happened", "What to do"],
    codes.map((code) => {
      const { status, meaning, fix } = errorTable[code];
      return [String(status), `\`${code}\``, meaning, fix];
    }),
  );
}

/** A title that ends in a colon marks a right-aligned column of numbers. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `|${titles.map((title) => (title.endsWith(":") ? "---:" : "---")).join("|")}|`;
  return [line(titles.map((title) => title.replace(/:$/, ""))), rule, ...rows.map(line)].join("\n");
}

export function storageOfPlans(): string {
  const quota = (name: string, { storageMb, files }: UploadQuota) =>
    `${name} ${formatCount(storageMb)} MB in ${formatCount(files)} files`;
  const paid = offer().tiers.map((tier) => quota(offer().plans[tier].name, offer().plans[tier].uploads));
  return [quota("trial", trialUploads), ...paid].join(", ");
}
