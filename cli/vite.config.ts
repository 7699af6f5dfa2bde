import { defineConfig } from 'vite'

/** One file with everything in it: whoever installs the package installs nothing else. */
export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    // Older than what we support, so that an old Node gets as far as being told so.
    target: 'node18',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'baton.js', banner: '#!/usr/bin/env node', codeSplitting: false } },
  },
})
