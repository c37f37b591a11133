import { createServer } from "node:http";
import { z } from "zod";
import { serveLocally } from "./local-server.ts";

const value = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() });
const attributes = z.array(z.object({ key: z.string(), value })).default([]);

/** The fields of OTLP's JSON ExportTraceServiceRequest that tests use. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes,
              status: z.object({ code: z.int().optional(), message: z.string().optional() }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for a root span. */
  parentId: string;
  service: string;
  error: string | null;
  attributes: Record<string, string | number | undefined>;
}

/** A collector for OTLP over HTTP in JSON, as at OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isExport = request.method === "POST" && request.url === "/v1/traces";
    const parsed = isExport ? exported.safeParse(JSON.parse(Buffer.concat(chunks).toString())) : null;
    if (!parsed?.success) {
      response.writeHead(400).end();
      return;
    }
    for (const { resource, scopeSpans } of parsed.data.resourceSpans) {
      const service = String(read(resource.attributes)["service.name"]);
      for (const { name, traceId, spanId, parentSpanId = "", status, ...span } of scopeSpans.flatMap(
        (scope) => scope.spans,
      )) {
        const error = status?.code === 2 ? (status.message ?? "") : null;
        spans.push({
          name,
          traceId,
          spanId,
          parentId: parentSpanId,
          service,
          error,
          attributes: read(span.attributes),
        });
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return { spans, ...(await serveLocally(server)) };
}

function read(list: z.infer<typeof attributes>): CollectedSpan["attributes"] {
  return Object.fromEntries(
    list.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? intValue]),
  );
}
