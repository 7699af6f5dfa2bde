import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { offlineSet } from './offline-set.ts'

const server = process.env['BATON_URL'] ?? 'http://localhost:4000'

// What every page needs is one file, and so is what the views of a project share: many small ones compress badly.
const groups = [
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  {
    name: 'work',
    test: /pages\/work\/(frame|board)\/(?!due-dialog|no-tasks|save-view)|@atlaskit|ui\/(picker|context-menu)\./,
    priority: 1,
  },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), offlineSet()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/mcp': server, '/pages': server, '/files': server, '/p/': server } },
})
