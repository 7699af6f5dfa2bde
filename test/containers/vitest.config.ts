import { defineConfig } from 'vitest/config'
import { containerRecorder } from './recorder.ts'

/** Builds and runs an image, which needs root and takes minutes, so it isn't part of npm test: `npm run test:containers`. */
export default defineConfig({
  plugins: [containerRecorder()],
  test: { include: ['test/containers/*.test.ts'], testTimeout: 600_000, hookTimeout: 1_200_000, bail: 1 },
})
