import { useSyncExternalStore } from 'react'

const queries = { wide: '(min-width: 768px)', rail: '(min-width: 1100px)' }

/** Whether the screen is at least this wide, for components that differ on a phone by more than CSS can express. */
export function useWide(at: keyof typeof queries): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(queries[at])
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(queries[at]).matches,
  )
}
