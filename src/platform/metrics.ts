import { Registry, collectDefaultMetrics } from 'prom-client'

export const metrics = new Registry()
// With the default of ten milliseconds, measuring the event loop's lag would wake an idle process a hundred times a second.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 })
// Gauges that are named like counters, of what the series by `type` add up to.
for (const kind of ['handles', 'requests', 'resources']) metrics.removeSingleMetric(`nodejs_active_${kind}_total`)
