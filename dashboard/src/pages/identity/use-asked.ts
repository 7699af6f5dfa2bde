import { useEffect, useState } from 'react'

/** Reads once, for this page only: what a secret gives access to is never cached. */
export function useAsked<T>(ask: () => Promise<T>, when = true): { data?: T; error?: unknown } {
  const [answer, setAnswer] = useState<{ data?: T; error?: unknown }>({})
  useEffect(() => {
    if (!when) return
    let gone = false
    ask().then(
      (data) => !gone && setAnswer({ data }),
      (error: unknown) => !gone && setAnswer({ error }),
    )
    return () => void (gone = true)
  }, [when])
  return answer
}
