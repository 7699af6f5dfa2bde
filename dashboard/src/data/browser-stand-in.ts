import { vi } from 'vitest'

/** Stubs the browser APIs that these modules need, for tests that run without a browser. */
export function standInForBrowser(): void {
  const kept = new Map<string, string>([['baton.user', 'ann']])
  vi.stubGlobal('location', { origin: 'http://baton.test' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const held = new Set<string>()
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent: 'Firefox on Linux',
    locks: {
      request: async (name: string, run: () => Promise<unknown>) => {
        held.add(name)
        return run().finally(() => held.delete(name))
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    },
  })
  vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'visible' })
}
