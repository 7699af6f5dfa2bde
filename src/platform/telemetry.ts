import { SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

export const operationSeconds = new Histogram({
  name: 'baton_operation_seconds',
  help: 'Time of an operation, by operation, door and outcome',
  labelNames: ['operation', 'door', 'outcome'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

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

let tracer: Tracer | undefined

/** Without a collector no span is made at all. */
export function startTracing(endpoint: string | undefined): () => Promise<void> {
  if (!endpoint) return async () => {}
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
  trace.setGlobalTracerProvider(provider)
  tracer = trace.getTracer('baton')
  return () => provider.shutdown()
}

/** Measures one operation and, when tracing is on, records it as a span. */
export function observe(operation: string, door: string): (outcome: string) => void {
  const started = performance.now()
  const span = tracer?.startSpan(operation, { kind: SpanKind.SERVER, attributes: { 'baton.door': door } })
  return (outcome) => {
    operationSeconds.observe({ operation, door, outcome }, (performance.now() - started) / 1000)
    span?.setAttribute('baton.outcome', outcome)
    if (outcome === 'internal') span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
}
