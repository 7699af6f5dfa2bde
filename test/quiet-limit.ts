import { availableParallelism, loadavg } from 'node:os'

/** A time limit of a quiet machine as it is on this one now: where more wants to run than there are cores, all takes longer in proportion. */
export const quietLimit = (milliseconds: number): number => milliseconds * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
