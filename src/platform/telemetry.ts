import { Counter } from 'prom-client'
import { metrics } from './metrics.ts'
import { countOperation } from './operation-figures.ts'
import { traceWork } from './tracing.ts'

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

/** Measures one operation and, when tracing is on, records it as a span. */
export function observe(of: { operation: string; door: string; reads: boolean }): (outcome: string, failed?: boolean) => void {
  const started = performance.now()
  const end = traceWork(of.operation, { 'baton.door': of.door })
  return (outcome, failed = false) => {
    countOperation(of, { outcome, failed }, started)
    end({ 'baton.outcome': outcome }, failed)
  }
}
