import { defineConfig } from 'vitest/config'

/** Builds an image and runs it, which wants root and minutes, so it is no part of npm test: `npm run test:containers`. */
export default defineConfig({
  test: { include: ['test/containers/*.test.ts'], testTimeout: 600_000, hookTimeout: 1_200_000, bail: 1 },
})
