import { availableParallelism, loadavg } from 'node:os'

/** Scales an idle machine's time limit to the current load: with more runnable processes than cores, everything slows proportionally. */
export const quietLimit = (milliseconds: number): number => milliseconds * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
