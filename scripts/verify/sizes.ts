import { globSync, readFileSync } from 'node:fs'
import { outputs } from '../generate/outputs.ts'
import { root } from './tools.ts'

const unread: readonly string[] = outputs
const max = { file: 400, kernelFile: 150 }

/** Keeps files small: a file that outgrows the limit does two jobs. Generated files are exempt, since nobody reads them. */
export function checkSizes(): string {
  const files = globSync('{src,client,machine,test,scripts,bench,database,cli,dashboard}/**/*.{ts,tsx,sql}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  })
  const sizes = files.filter((file) => !unread.includes(file)).map((file) => ({ file, lines: lineCount(file) }))
  const inKernel = sizes.filter(({ file }) => file.startsWith('src/kernel/') && !file.endsWith('.test.ts'))
  return [
    ...sizes.filter(({ lines }) => lines > max.file).map(({ file, lines }) => `${file} has ${lines} lines, at most ${max.file}: split it`),
    ...inKernel
      .filter(({ lines }) => lines > max.kernelFile)
      .map(({ file, lines }) => `${file} has ${lines} lines, at most ${max.kernelFile}`),
  ].join('\n')
}

const lineCount = (file: string): number =>
  readFileSync(root + file, 'utf8')
    .trimEnd()
    .split('\n').length
