import type { Output } from '@baton/client'
import { useRead } from '../../../data/reads.ts'

export type SpecDetails = Output<'getSpec'>

const piece = 50_000

/** A spec at the given version or the newest, with its full text: a very long one takes two reads. */
export function useSpec(spec: string, number?: number) {
  const at = { spec, ...(number && { number }), limit: piece }
  const first = useRead('getSpec', at)
  const offset = first.data?.next_offset ?? 0
  const second = useRead('getSpec', { ...at, offset }, { enabled: offset > 0 })
  return { ...first, body: first.data && (offset === 0 ? (first.data.body ?? '') : second.data && `${first.data.body}${second.data.body}`) }
}
