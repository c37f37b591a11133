import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { env } from "./env.ts";
import { log } from "./log.ts";
import { bootId } from "./process.ts";
import { redact } from "./redact.ts";
import { type Tracer, useTracer } from "./tracing.ts";

const serviceName = "photo-generation-service";
/** How long the shutdown of a process waits for the collector. */
const flushTimeoutMs = 2_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Exports the spans of this process to OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, JSON). Loaded only if that is
 * set, because the packages use memory. An unavailable collector loses spans but never fails a request.
 */
export function startTracing(): void {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name = serviceName } = env();
  if (!endpoint) return;
  // The exporter itself reads the headers from OTEL_EXPORTER_OTLP_HEADERS.
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const own = resourceFromAttributes({ "service.name": name, "service.instance.id": bootId() });
  const provider = new TracerProvider({
    resource: defaultResource().merge(own),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  useTracer(tracerOf(provider));
  log.info({ endpoint }, "traces are sent");
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer(serviceName);
  return {
    start(name, { kind, attributes, parent }) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      let hasEnded = false;
      return {
        traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0")}`,
        rename: (text) => void span.updateName(text),
        set: (more: Attributes) => void span.setAttributes(more),
        end: (error) => {
          if (hasEnded) return;
          hasEnded = true;
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: redact(error) });
          span.end();
        },
      };
    },
    flush: () => provider.forceFlush({ timeoutMillis: flushTimeoutMs }).catch(() => undefined),
  };
}

function contextOf(traceparent: string | null) {
  if (traceparent === null) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-");
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
