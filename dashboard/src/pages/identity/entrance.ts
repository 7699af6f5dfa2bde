import { useQuery } from '@tanstack/react-query'
import { anonymous } from '../../data/session.ts'

/** How one gets in here. Until it is known, only what works everywhere is offered. */
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
