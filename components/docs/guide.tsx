import Link from "next/link";
import { uploadLimitBytes } from "#lib/api/contract.ts";
import { aspectRatios, generationCost, outputSize, resolutions, styleNames } from "#lib/generators/styles.ts";
import { formatMegabytes, formatMegapixels, maxInputPixels } from "#lib/images/limits.ts";
import { maxUploadBytes } from "#lib/images/upload-limit.ts";
import { Card } from "../ui/card.tsx";
import { textLinkClass } from "../ui/link.ts";
import { Table, Td, Th } from "../ui/table.tsx";
import { CodeBlock } from "./code.tsx";
import { Inline } from "./inline.tsx";
import { keyPlaceholder } from "./placeholder.ts";
import { Section } from "./section.tsx";

const mebibyte = 1024 * 1024;

/** What holds for every endpoint. */
export function Guide({
  baseUrl,
  deliveryPrefix,
  requestsPerMinute,
  cutOutCost,
}: {
  baseUrl: string;
  deliveryPrefix: string;
  requestsPerMinute: number;
  cutOutCost: number;
}) {
  return (
    <>
      <Section id="authentication" title="Authentication">
        <p>
          <Inline text="Send your key in a header: `Authorization: Bearer …` or `X-API-Key: …`. The query parameter `key` works too, but addresses end up in logs. A key has full use of the account, so keep it on your server; browsers and apps never need one." />
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
            text={`Every call takes pictures by address. Any public address will do for photos; cut-outs need one on this deployment's image host, below \`${deliveryPrefix}\`. JPEG, PNG, WebP, AVIF, GIF and TIFF are read, up to ${formatMegabytes(maxUploadBytes())} and ${formatMegapixels(maxInputPixels)}.`}
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
                <Td className="whitespace-nowrap">no limit on the way</Td>
                <Td>two</Td>
                <Td className="min-w-40">most uses</Td>
              </tr>
              <tr>
                <Td className="whitespace-nowrap">
                  <a href="#upload" className={textLinkClass}>
                    Through the service
                  </a>
                </Td>
                <Td className="whitespace-nowrap">up to {uploadLimitBytes / mebibyte} MiB</Td>
                <Td>one</Td>
                <Td>small files</Td>
              </tr>
            </tbody>
          </Table>
        </Card>
        <p>
          Photos are JPEG in sRGB, of exactly the size below. Cut-outs are PNG with transparency. Addresses of
          results are permanent until you delete them.
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
          <Inline text="A photo usually takes some seconds, and no call takes longer than 60. When the connection breaks, the work goes on and is charged. To get its answer, send the same request with the same `Idempotency-Key`: a text of your own, up to 255 characters, such as the number of an order." />
        </p>
        <ul className="max-w-3xl list-disc space-y-1.5 pl-5">
          <li>
            <Inline text="Same key, same body, within 24 hours: the stored answer, with `Idempotency-Replayed: true`, and no second charge." />
          </li>
          <li>
            <Inline text="The first call still runs: 409 `idempotency_in_progress`; ask again after the seconds in `Retry-After`." />
          </li>
          <li>
            <Inline text="Same key, other body: 422 `idempotency_mismatch`." />
          </li>
          <li>Refused requests (4xx) are not stored: correct them and use the same key again.</li>
        </ul>
        <p>
          <Inline text="Without a key, `X-Generation-Id` in the answer names the work; read it with `GET /api/v1/generations/{id}`, or look into `GET /api/v1/generations`." />
        </p>
        <CodeBlock
          title="Safe to repeat"
          text={`curl ${baseUrl}/api/v1/generate \\\n  -H "Authorization: Bearer ${keyPlaceholder}" \\\n  -H "Idempotency-Key: order-1042-front" \\\n  -H "Content-Type: application/json" \\\n  -d '{ "image_url": "IMAGE_URL", "type": "product", "style": "studio" }'`}
        />
      </Section>
      <Section id="limits" title="Limits">
        <p>
          <Inline
            text={`${requestsPerMinute.toLocaleString("en")} requests a minute for each account. Every answer says what is left in \`RateLimit\`; past the limit the answer is 429 \`rate_limited\` with \`Retry-After\`. When the studio cannot finish in time what waits for it, it answers 503 \`overloaded\` at once and charges nothing.`}
          />
        </p>
      </Section>
      <Section id="webhooks" title="Webhooks">
        <p>There are none: the call that asks for work answers with its result.</p>
      </Section>
    </>
  );
}
