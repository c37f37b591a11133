import Link from "next/link";
import { pictureLimits } from "#lib/api/contract.ts";
import {
  jsonLimitBytes,
  maxKeyLength,
  maxPromptLength,
  maxUrlLength,
  pictureFormats,
  unusedUploadDays,
  uploadLimit,
} from "#lib/api/limits.ts";
import { plans, planTiers, trialUploads, type UploadQuota } from "#lib/billing/plans.ts";
import { aspectRatios, generationCost, outputSize, resolutions, styleNames } from "#lib/generators/styles.ts";
import { formatMegabytes } from "#lib/images/limits.ts";
import { maxUploadBytes } from "#lib/images/upload-limit.ts";
import { Card } from "../ui/card.tsx";
import { textLinkClass } from "../ui/link.ts";
import { Table, Td, Th } from "../ui/table.tsx";
import { CodeBlock } from "./code.tsx";
import { Inline } from "./inline.tsx";
import { keyPlaceholder } from "./placeholder.ts";
import { Section } from "./section.tsx";

const count = (value: number) => value.toLocaleString("en");

/** What holds for every endpoint. */
export function Guide({
  baseUrl,
  deliveryPrefix,
  requestsPerMinute,
  cutOutCost,
  retentionDays,
}: {
  baseUrl: string;
  deliveryPrefix: string;
  requestsPerMinute: number;
  cutOutCost: number;
  /** Undefined where results are kept for ever. */
  retentionDays: number | undefined;
}) {
  return (
    <>
      <Section id="authentication" title="Authentication">
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
      </Section>
      <Section id="pictures" title="Pictures in and out">
        <p>
          <Inline
            text={`Every call takes pictures by address. Any public address will do for photos: \`http\` or \`https\` on port 80 or 443, without a user name in it. Cut-outs need one on this deployment's image host, below \`${deliveryPrefix}\`. Pictures may have up to ${pictureLimits()}: ${pictureFormats}.`}
          />
        </p>
        <Card className="overflow-hidden">
          <Table label="Ways to upload">
            <thead>
              <tr>
                <Th>Way</Th>
                <Th>Size</Th>
                <Th>Requests</Th>
                <Th>For</Th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <Td className="whitespace-nowrap">
                  <a href="#signUpload" className={textLinkClass}>
                    Signed upload
                  </a>
                </Td>
                <Td className="whitespace-nowrap">up to {formatMegabytes(maxUploadBytes())}</Td>
                <Td>two</Td>
                <Td className="min-w-40">most uses</Td>
              </tr>
              <tr>
                <Td className="whitespace-nowrap">
                  <a href="#upload" className={textLinkClass}>
                    Through the service
                  </a>
                </Td>
                <Td className="whitespace-nowrap">up to {uploadLimit}</Td>
                <Td>one</Td>
                <Td>small files</Td>
              </tr>
            </tbody>
          </Table>
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
          <Table label="Sizes of photos in pixels">
            <thead>
              <tr>
                <Th>Ratio</Th>
                {resolutions.map((resolution) => (
                  <Th key={resolution}>{resolution}</Th>
                ))}
              </tr>
            </thead>
            <tbody className="figures">
              {aspectRatios.map((ratio) => (
                <tr key={ratio}>
                  <Td className="py-2">{ratio}</Td>
                  {resolutions.map((resolution) => {
                    const { width, height } = outputSize(ratio, resolution);
                    return (
                      <Td key={resolution} className="whitespace-nowrap py-2">
                        {width} × {height}
                      </Td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      </Section>
      <Section id="prompts" title="Styles and prompts">
        <p>
          <Inline
            text={`Four styles: ${styleNames.map((name) => `\`${name}\``).join(", ")}. Each has a scene of its own; a \`prompt\` takes its place and says the surface, backdrop, light and mood you want.`}
          />
        </p>
        <p>
          <Link href="/docs/prompts" className={textLinkClass}>
            What the embedded studio understands of a prompt
          </Link>
        </p>
      </Section>
      <Section id="costs" title="Credits">
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
                  <Td className="py-2">
                    Photo, <code className="font-mono text-xs">{style}</code>
                  </Td>
                  {resolutions.map((resolution) => (
                    <Td key={resolution} className="py-2 text-right">
                      {generationCost(style, resolution)}
                    </Td>
                  ))}
                </tr>
              ))}
              <tr>
                <Td className="py-2">Cut-out</Td>
                <Td className="py-2 text-right" colSpan={resolutions.length}>
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
      </Section>
      <Section id="retries" title="Retries and idempotency">
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
      </Section>
      <Section id="limits" title="Limits">
        <p>
          <Inline
            text={`${count(requestsPerMinute)} requests a minute for each account. Every answer says what is left in \`RateLimit\`; past the limit the answer is 429 \`rate_limited\` with \`Retry-After\`. When the studio cannot finish in time what waits for it, it answers 503 \`overloaded\` at once and charges nothing.`}
          />
        </p>
        <p>
          <Inline
            text={`A JSON body may have up to ${jsonLimitBytes / 1024} KiB, a \`prompt\` ${count(maxPromptLength)} characters, an \`image_url\` ${count(maxUrlLength)}. Bodies are sent as they are: compressed ones (\`Content-Encoding\`) are refused. Unknown fields are ignored, and \`null\` for an optional field is the same as leaving it out.`}
          />
        </p>
      </Section>
      <Section id="webhooks" title="Webhooks">
        <p>There are none: the call that asks for work answers with its result.</p>
      </Section>
    </>
  );
}

function storageOfPlans(): string {
  const inWords = (name: string, { storageMb, files }: UploadQuota) =>
    `${name} ${storageMb.toLocaleString("en")} MB in ${files.toLocaleString("en")} files`;
  const paid = planTiers.map((tier) => inWords(plans[tier].name, plans[tier].uploads));
  return [inWords("trial", trialUploads), ...paid].join(", ");
}
