import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/** What changes its process for good (globals, trusted certificates, tracing) has one of its own. */
const alone = [
  'dashboard/src/**/*.test.ts',
  'test/identity/oauth-server/metadata-document.test.ts',
  'test/notices/push/push.test.ts',
  'test/proofs/decisions.test.ts',
  'test/rest/traces.test.ts',
]

const each = {
  pool: 'forks',
  maxWorkers: 2,
  // They end what hangs; on a busy machine a minute is little.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // A second, Vitest's own limit, is little on a busy machine.
  expect: { poll: { timeout: 15_000 } },
  env: { NODE_ENV: 'test' },
} as const

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    projects: [
      // No module keeps anything of its own, so two processes serve all files and import everything once.
      {
        test: {
          ...each,
          name: 'shared',
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone, 'test/containers/**'],
        },
      },
      { test: { ...each, name: 'alone', include: alone } },
    ],
  },
})
