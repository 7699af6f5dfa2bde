import { useQuery } from '@tanstack/react-query'
import { anonymous } from '../../data/session.ts'

/** Login methods of this instance. Until they are known, only those that work everywhere are offered. */
export function useEntrance() {
  const { data } = useQuery({
    queryKey: ['', 'entrance'],
    queryFn: async () => {
      const [options, { providers }] = await Promise.all([anonymous.getLoginOptions({}), anonymous.listProviders({})])
      return { ...options, providers }
    },
  })
  return data
}
