import { useParams } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { useRead } from './reads.ts'

/** What the current user may do here, according to the server. Everything that writes is shown or hidden by it. */
export interface Permissions {
  writes: boolean
  manages: boolean
  owns: boolean
  /** Why this is read-only; undefined if it is writable, or while that is not known yet. */
  why?: 'role' | 'archived' | 'workspace'
}

/** The project of a page, by slug or id, for pages whose URL does not name it. */
export const Within = createContext<string | undefined>(undefined)

export function usePermissions(): Permissions {
  const { slug } = useParams({ strict: false })
  const project = use(Within) ?? slug
  const { data: own } = useRead('myRole', {})
  const { data: here } = useRead('getProject', { project: project ?? '' }, { enabled: project !== undefined })
  const archived = project !== undefined && Boolean(here?.archived_at)
  const may = own?.may ?? []
  const readOnly = project !== undefined && Boolean(here?.read_only)
  const writes = may.includes('write') && !archived && !readOnly
  const why: Permissions['why'] = !may.includes('write') ? 'role' : archived ? 'archived' : 'workspace'
  return {
    writes,
    manages: may.includes('manage'),
    owns: may.includes('own'),
    ...(own && !writes && { why }),
  }
}
