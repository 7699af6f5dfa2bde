export type Theme = 'system' | 'light' | 'dark'

const key = 'baton.theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

export function theme(): Theme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export const isDark = (): boolean => theme() === 'dark' || (theme() === 'system' && dark.matches)

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
}

export function setTheme(next: Theme): void {
  if (next === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, next)
  applyTheme()
}

dark.addEventListener('change', applyTheme)
