import type { Input } from '@baton/client'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../reads.ts'
import { asOf } from './as-of.ts'

const lookEvery = 10_000

/** All agents with their status as of now; the clock advances every ten seconds without a read. */
export function useAgentsAtWork(input: Input<'listAgentsAtWork'> = {}, options: { watch?: boolean } = {}) {
  const read = useRead('listAgentsAtWork', input, options)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEvery)
    return () => clearInterval(timer)
  }, [])
  const answer = read.data
  const data = useMemo(() => answer && asOf(answer, now), [answer, now])
  return { ...read, data }
}
