import { useQuery } from '@tanstack/react-query'
import { reach } from '../../../data/unreachable.ts'

/** The MCP address as the server advertises it, and whether it answers. It comes from a protocol document, not from an operation. */
export function useAddress(): { origin: string; answers: boolean } {
  const { data } = useQuery({
    queryKey: ['', 'mcp address'],
    queryFn: async ({ signal }) => {
      const response = await reach('/.well-known/oauth-protected-resource/mcp', { signal })
      if (!response.ok) throw new Error(`the server answered ${response.status}`)
      const { resource } = (await response.json()) as { resource: string }
      return new URL(resource).origin
    },
  })
  return { origin: data ?? location.origin, answers: data !== undefined }
}
