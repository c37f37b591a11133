import Link from "next/link";
import {
  fileLimit,
  jsonLimitBytes,
  maxKeyLength,
  maxPromptLength,
  maxUrlLength,
  pictureFormats,
  pictureLimits,
  uploadLimit,
} from "#lib/api/limits.ts";
import { plans, planTiers, trialUploads, type UploadQuota } from "#lib/billing/plans.ts";
import {
  type AspectRatio,
  aspectRatios,
  cutOutCost,
  generationCost,
  outputSize,
  resolutions,
  styleNames,
} from "#lib/generators/styles.ts";
import { unusedUploadDays } from "#lib/uploads/limits.ts";
import { textLinkClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { capitalize, countInWords, formatCount } from "../ui/format.ts";
import { DataTable, Table, Td, Th } from "../ui/table.tsx";
import { CodeBlock } from "./code.tsx";
import { Inline } from "./markdown.tsx";
import { keyPlaceholder } from "./samples.ts";
import { GuidePart } from "./section.tsx";

/** What holds for every endpoint. */
export function Guide({
  baseUrl,
  deliveryPrefix,
  requestsPerMinute,
  retentionDays,
}: {
  baseUrl: string;
  deliveryPrefix: string;
  requestsPerMinute: number;
  /** Undefined where results are kept for ever. */
  retentionDays: number | undefined;
}) {
  return (
    <>
      <GuidePart id="authentication">
        <p>
          <Inline text="Send your key in a header: `Authorization: Bearer …` or `X-API-Key: …`. The query parameter `key` works too, but addresses end up in logs. Credentials of another kind in `Authorization`, such as those of a proxy, are left alone. A key has full use of the account, so keep it on your server; browsers and apps never need one. A 401 carries `WWW-Authenticate: Bearer`." />
        </p>
        <CodeBlock
          title="The same call, three ways"
          text={`curl ${baseUrl}/api/v1/credits -H "Authorization: Bearer ${keyPlaceholder}"\ncurl ${baseUrl}/api/v1/credits -H "X-API-Key: ${keyPlaceholder}"\ncurl "${baseUrl}/api/v1/credits?key=${keyPlaceholder}"`}
        />
        <p>
          Make and end keys under{" "}
          <Link href="/keys" className={textLinkClass}>
            API keys
          </Link>
          . A revoked or expired key stops working at once.
        </p>
      </GuidePart>
      <GuidePart id="pictures">
        <p>
          <Inline
            text={`Every call takes pictures by address. Any public address will do for photos: \`http\` or \`https\` on port 80 or 443, without a user name in it. Cut-outs need one on this deployment's image host, below \`${deliveryPrefix}\`. Pictures may have up to ${pictureLimits()}: ${pictureFormats}.`}
          />
        </p>
        <Card className="overflow-hidden">
          <DataTable
            label="Ways to upload"
            keyOf={({ id }) => id}
            rows={[
              {
                id: "signUpload",
                name: "Signed upload",
                limit: fileLimit(),
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
                cell: ({ id, name }) => (
                  <a href={`#${id}`} className={textLinkClass}>
                    {name}
                  </a>
                ),
              },
              { title: "Size", cellClassName: "whitespace-nowrap", cell: ({ limit }) => `up to ${limit}` },
              { title: "Requests", cell: ({ requests }) => requests },
              { title: "For", cellClassName: "min-w-40", cell: ({ use }) => use },
            ]}
          />
        </Card>
        <p>
          <Inline
            text={`Uploads count towards the plan: ${storageOfPlans()}. Past that they are refused until results are deleted or unused uploads expire: an upload that none of your photos and cut-outs was made from is deleted after ${unusedUploadDays} days. A result stays even when the picture it was made from was somebody else's and is deleted by them.`}
          />
        </p>
        <p>
          <Inline text="Send the signed fields before the file: then the image host knows who you are before it takes a byte. With the file first, which works too, one address has room for one file of the largest size at a time, and the file has to come at 128 KiB a second or faster; a `503` with `Retry-After` says when to try again. As JSON or a URL-encoded form the image host takes 64 KiB; send larger data URIs as multipart." />
        </p>
        <p>
          Photos are JPEG in sRGB, of exactly the size below. Cut-outs are PNG with transparency.{" "}
          {retentionDays === undefined
            ? "Results stay at their addresses until you delete them."
            : `Results are deleted ${retentionDays} days after they were made: save what you need.`}
        </p>
        <Card className="overflow-hidden">
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
        </Card>
      </GuidePart>
      <GuidePart id="prompts">
        <p>
          <Inline
            text={`${capitalize(countInWords(styleNames.length))} styles: ${styleNames.map((name) => `\`${name}\``).join(", ")}. Each has a scene of its own; a \`prompt\` takes its place and says the surface, backdrop, light and mood you want.`}
          />
        </p>
        <p>
          <Link href="/docs/prompts" className={textLinkClass}>
            What the embedded studio understands of a prompt
          </Link>
        </p>
      </GuidePart>
      <GuidePart id="costs">
        <Card className="overflow-hidden">
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
                  {cutOutCost}, whatever the size
                </Td>
              </tr>
            </tbody>
          </Table>
        </Card>
        <p>
          Credits are taken before the work and refunded when it fails. Monthly credits go first, then
          top-ups; a refund returns to where it came from. Uploading, reading the balance and the history cost
          nothing.
        </p>
      </GuidePart>
      <GuidePart id="retries">
        <p>
          <Inline
            text={`A photo usually takes some seconds, and no call takes longer than 60: let your client wait a little longer than that. Send an \`Idempotency-Key\` with every call that costs: a text of your own, 1 to ${maxKeyLength} characters, such as the number of an order.`}
          />
        </p>
        <p>
          <Inline text="When the connection breaks, the work goes on and is charged. Send the same request with the same key until it answers:" />
        </p>
        <ul className="max-w-3xl list-disc space-y-1.5 pl-5">
          <li>
            <Inline text="Same key, same body, within 24 hours: the stored answer, with `Idempotency-Replayed: true`, and no second charge." />
          </li>
          <li>
            <Inline text="The first call still runs: 409 `idempotency_in_progress`; ask again after the seconds in `Retry-After`." />
          </li>
          <li>
            <Inline text="Its result was deleted since: 404 `not_found`. A new key makes it again." />
          </li>
          <li>
            <Inline text="The work failed and was refunded: 502 `generation_failed` is a stored answer too. A new key tries again." />
          </li>
          <li>
            <Inline text="Same key, other body: 422 `idempotency_mismatch`." />
          </li>
          <li>
            <Inline text="Other refusals (4xx), 500 and 503 are not stored: nothing was charged. Use the same key again." />
          </li>
        </ul>
        <p>
          <Inline text="Without a key there is no safe retry: the same request again is new work, charged again. A client that lost the answer has no `X-Generation-Id` either, for that header comes with the answer. Look for the work in `GET /api/v1/generations`, newest first, by its `image_url` and `created_at`; while it is `pending` it is still being made. With its id, `GET /api/v1/generations/{id}` reads it at any time." />
        </p>
        <CodeBlock
          title="Safe to repeat"
          text={`curl ${baseUrl}/api/v1/generate \\\n  -H "Authorization: Bearer ${keyPlaceholder}" \\\n  -H "Idempotency-Key: order-1042-front" \\\n  -H "Content-Type: application/json" \\\n  -d '{ "image_url": "IMAGE_URL", "type": "product", "style": "studio" }'`}
        />
      </GuidePart>
      <GuidePart id="limits">
        <p>
          <Inline
            text={`${formatCount(requestsPerMinute)} requests a minute for each account. Every answer says what is left in \`RateLimit\`; past the limit the answer is 429 \`rate_limited\` with \`Retry-After\`. When the studio cannot finish in time what waits for it, it answers 503 \`overloaded\` at once and charges nothing.`}
          />
        </p>
        <p>
          <Inline
            text={`A JSON body may have up to ${jsonLimitBytes / 1024} KiB, a \`prompt\` ${formatCount(maxPromptLength)} characters, an \`image_url\` ${formatCount(maxUrlLength)}. Bodies are sent as they are: compressed ones (\`Content-Encoding\`) are refused. Unknown fields are ignored, and \`null\` for an optional field is the same as leaving it out.`}
          />
        </p>
      </GuidePart>
      <GuidePart id="webhooks">
        <p>There are none: the call that asks for work answers with its result.</p>
      </GuidePart>
    </>
  );
}

function storageOfPlans(): string {
  const quota = (name: string, { storageMb, files }: UploadQuota) =>
    `${name} ${formatCount(storageMb)} MB in ${formatCount(files)} files`;
  const paid = planTiers.map((tier) => quota(plans[tier].name, plans[tier].uploads));
  return [quota("trial", trialUploads), ...paid].join(", ");
}
