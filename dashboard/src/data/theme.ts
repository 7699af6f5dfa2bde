import { createStore } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

const key = 'baton.theme'
const system = matchMedia('(prefers-color-scheme: dark)')

export function theme(): Theme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

const isDark = (): boolean => theme() === 'dark' || (theme() === 'system' && system.matches)

/** Whether the page is dark now, by the user's choice or the system's. */
export const dark = createStore(isDark())

export function applyTheme(): void {
  dark.set(isDark())
  document.documentElement.dataset['theme'] = dark.get() ? 'dark' : 'light'
}

export function setTheme(next: Theme): void {
  if (next === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, next)
  applyTheme()
}

system.addEventListener('change', applyTheme)
