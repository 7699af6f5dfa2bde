import { createHash } from 'node:crypto'

/**
 * The id that an imported thing gets in an organization: the same each time, so that a file that is sent again finds what it stored before, and
 * references need no table to be followed. The time in it stays, because lists are ordered by it.
 */
export function mapId(org: string, id: string): string {
  const digest = createHash('sha256').update(`${org} ${id}`).digest('hex')
  return `${id.slice(0, 14)}7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}
