import { defineConfig } from 'vitest/config'

/** Fires every alert, which takes minutes and a machine of its own, so it isn't part of npm test: `npm run proof -- alerts`. */
export default defineConfig({
  test: {
    globalSetup: ['test/suite/global-setup.ts'],
    include: ['test/alerts/*.test.ts'],
    env: { NODE_ENV: 'test' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 90_000 } },
  },
})
