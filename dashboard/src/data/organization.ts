import { useParams } from '@tanstack/react-router'
import { createStore } from './store.ts'

const key = 'baton.organization'

/** The organization the address names; two tabs may be in two. */
export const currentOrganization = createStore<string>(localStorage.getItem(key) ?? '')

export function enterOrganization(handle: string): void {
  localStorage.setItem(key, handle)
  currentOrganization.set(handle)
}

export function useOrganization(): string {
  const { org } = useParams({ strict: false })
  return org ?? currentOrganization.get()
}
