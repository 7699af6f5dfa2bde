import { Registry, collectDefaultMetrics } from 'prom-client'

export const metrics = new Registry()
// With the default of ten milliseconds, measuring the event loop's lag would wake an idle process a hundred times a second.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 })
