import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span, type Tracer } from '@opentelemetry/api'
import { Counter } from 'prom-client'
import { metrics } from './metrics.ts'
import { countOperation } from './operation-figures.ts'
import { origin } from './origin.ts'

export const rateLimited = new Counter({
  name: 'baton_rate_limited_total',
  help: 'Requests refused by a rate limit',
  labelNames: ['kind'],
  registers: [metrics],
})

export const connectionsLost = new Counter({
  name: 'baton_database_connections_lost_total',
  help: 'Database connections that broke while they were open',
  labelNames: ['role'],
  registers: [metrics],
})

export const bulkheadRefused = new Counter({
  name: 'baton_bulkhead_refused_total',
  help: 'Work refused because as much of its kind was running already, by bulkhead',
  labelNames: ['bulkhead'],
  registers: [metrics],
})

export const peerFaults = new Counter({
  name: 'baton_peer_faults_total',
  help: 'Connections closed because what came over them could not be processed, by kind of peer and whether it was malformed',
  labelNames: ['peer', 'problem'],
  registers: [metrics],
})

let tracer: Tracer | undefined

/** Without a collector, no spans are created. */
export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {}
  const [{ OTLPTraceExporter }, { BatchSpanProcessor, TracerProvider }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
  trace.setGlobalTracerProvider(provider)
  tracer = trace.getTracer('baton')
  return () => provider.shutdown()
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

/** A span for a request, as a child of its caller's; its operations and the jobs it enqueues are children of this one. */
export function observeRequest(name: string, traceparent: string | undefined): { traceparent: string | undefined; end(): void } {
  const span = tracer?.startSpan(name, { kind: SpanKind.SERVER }, parentOf(traceparent))
  return { traceparent: span ? wireOf(span) : traceparent?.match(wire)?.[0], end: () => span?.end() }
}

/** Measures one operation and, when tracing is on, records it as a span. */
export function observe(of: { operation: string; door: string; reads: boolean }): (outcome: string, failed?: boolean) => void {
  const started = performance.now()
  const span = tracer?.startSpan(of.operation, { attributes: { 'baton.door': of.door } }, parentOf(origin()?.traceparent))
  return (outcome, failed = false) => {
    countOperation(of, { outcome, failed }, started)
    span?.setAttribute('baton.outcome', outcome)
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
}
