import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)

/** Formats a generated text with oxfmt. */
export const formatted = (path: string, text: string): string =>
  execFileSync(fileURLToPath(new URL('node_modules/.bin/oxfmt', root)), ['--stdin-filepath', path], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
