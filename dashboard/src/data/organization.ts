import { useParams } from '@tanstack/react-router'
import { createStore } from './store.ts'

const key = 'baton.organization'

/** The organization the address names; two tabs may be in two. */
export const currentOrganization = createStore<string>(localStorage.getItem(key) ?? '')

/** Once the server has answered for it, and not before: an address can name anything. */
export function enterOrganization(handle: string): void {
  localStorage.setItem(key, handle)
  currentOrganization.set(handle)
}

export function forgetOrganization(handle: string): void {
  if (localStorage.getItem(key) === handle) localStorage.removeItem(key)
  if (currentOrganization.get() === handle) currentOrganization.set('')
}

export function useOrganization(): string {
  const { org } = useParams({ strict: false })
  return org ?? currentOrganization.get()
}
