import type { Input } from '@baton/client'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../reads.ts'
import { asOf } from './as-of.ts'

const lookEvery = 10_000

/** Every agent as it stands by now, wherever that is shown. */
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
