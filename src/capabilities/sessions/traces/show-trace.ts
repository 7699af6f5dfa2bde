import type { TraceRow } from './traces.queries.ts'

export const showTrace = ({ updated_at: at, ...trace }: TraceRow) => ({ at, ...trace })
