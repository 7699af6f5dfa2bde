import { randomUUID } from 'node:crypto'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span, type Tracer } from '@opentelemetry/api'
import { origin } from './origin.ts'
import { version } from './version.ts'

let tracer: Tracer | undefined

interface Settings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_SERVICE_NAME?: string | undefined
  OTEL_RESOURCE_ATTRIBUTES?: string | undefined
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Without a collector, no spans are created. `name` is the kind of process, unless the operator gives it another. */
export async function startTracing(settings: Settings, name: string): Promise<() => Promise<void>> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return async () => {}
  const [{ OTLPTraceExporter }, { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, resources] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        'service.version': version,
        'service.instance.id': randomUUID(),
        ...attributesOf(settings.OTEL_RESOURCE_ATTRIBUTES),
        // The variable of its own comes before the same name in the list, as OpenTelemetry has it.
        ...serviceName(settings, name),
      }),
    ),
    // Whoever has begun a trace has decided whether it is recorded.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(provider)
  tracer = provider.getTracer('baton', version)
  return () => provider.shutdown()
}

function serviceName({ OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES }: Settings, name: string): Record<string, string> {
  return { 'service.name': OTEL_SERVICE_NAME ?? attributesOf(OTEL_RESOURCE_ATTRIBUTES)['service.name'] ?? name }
}

/** `key=value,key=value`, values percent-encoded. */
function attributesOf(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const] : []
  })
  return Object.fromEntries(pairs)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const wire = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a caller's `traceparent`; anything else a caller sends there is dropped. */
function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = traceparent?.match(wire) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}

const wireOf = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

export interface RequestSpan {
  /** What its operations and jobs are children of. */
  traceparent: string | undefined
  end(status: number): void
}

// They come every few seconds from everybody who watches a process, and say nothing that the metrics don't.
const isProbe = (route: string): boolean => /^\/(health|metrics)/.test(route)

/** A span for a request, as a child of its caller's; its operations and the jobs it enqueues are children of this one. */
export function traceRequest(method: string, route: string, traceparent: string | undefined): RequestSpan {
  const attributes = { 'http.request.method': method, 'http.route': route }
  const span = isProbe(route)
    ? undefined
    : tracer?.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parentOf(traceparent))
  return {
    traceparent: span ? wireOf(span) : traceparent?.match(wire)?.[0],
    end(status) {
      span?.setAttribute('http.response.status_code', status)
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    },
  }
}

/** A span for a part of a request or job; returns what ends it. */
export function traceWork(name: string, attributes: Attributes): (found: Attributes, failed: boolean) => void {
  const span = tracer?.startSpan(name, { attributes }, parentOf(origin()?.traceparent))
  return (found, failed) => {
    span?.setAttributes(found)
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
}
