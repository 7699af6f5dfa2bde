import { useParams } from '@tanstack/react-router'
import { createStore } from './store.ts'

const key = 'baton.organization'

/** The organization in the URL; different tabs can be in different ones. */
export const currentOrganization = createStore<string>(localStorage.getItem(key) ?? '')

/** Call this only after the server has answered for the organization: a URL can name anything. */
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
