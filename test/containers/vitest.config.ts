import { defineConfig } from 'vitest/config'
import { containerRecorder } from './recorder.ts'

/** Only ends what hangs: an image built on a busy machine has taken twenty minutes. */
const patience = 3_600_000

/** Builds and runs an image, which needs root and takes minutes, so it isn't part of npm test: `npm run test:containers`. */
export default defineConfig({
  plugins: [containerRecorder()],
  test: { include: ['test/containers/*.test.ts'], testTimeout: patience, hookTimeout: patience, bail: 1 },
})
