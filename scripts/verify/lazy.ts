import { globSync, readFileSync } from 'node:fs'
import { root } from './tools.ts'

const only = 'dashboard/src/ui/lazily.tsx'
const bare = /\bSuspense\b|\blazy\(|\blazyRouteComponent\b/

/** Whatever is loaded late says what it waits for, also without a connection or after a new version: `lazily` does, the bare tools of React don't. */
export function checkLazy(): string {
  return globSync('dashboard/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => file !== only)
    .flatMap((file) =>
      readFileSync(root + file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (bare.test(line) ? [`${file}:${at + 1} loads a part by itself: use lazily() of ui/lazily.tsx`] : [])),
    )
    .join('\n')
}
