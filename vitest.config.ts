import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/suite/longest-first.ts'

/** Test files that change their process permanently (globals, trusted certificates, tracing), or count its series, run in a process of their own. */
const alone = [
  'dashboard/src/**/*.test.ts',
  'test/dashboard/offline-week.test.ts',
  'test/hostile/client-document.test.ts',
  'test/identity/oauth-server/metadata-document.test.ts',
  'test/notices/push/push.test.ts',
  'test/operations/outage-figures.test.ts',
  'test/proofs/decisions.test.ts',
  'test/rest/traces.test.ts',
]

const each = {
  pool: 'forks',
  maxWorkers: 2,
  // These only end tests that hang; a minute would be too short on a busy machine. A single wait ends before, and says what it waited for.
  testTimeout: 300_000 * Math.max(1, Number(process.env['BATON_HOSTILE'] ?? 0) / 200),
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
  env: { NODE_ENV: 'test' },
} as const

export default defineConfig({
  test: {
    globalSetup: ['test/suite/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    projects: [
      // No module keeps state of its own, so two processes run all files and import everything once.
      {
        test: {
          ...each,
          name: 'shared',
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone, 'test/alerts/**', 'test/containers/**'],
        },
      },
      { test: { ...each, name: 'alone', include: alone } },
    ],
  },
})
