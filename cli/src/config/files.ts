import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CliError } from '../errors.ts'

export function readIfThere(path: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new CliError(`${path} cannot be read (${code}).`, { code: 'unreadable', next: `Check its owner and mode: ls -l ${path}` })
  }
  // Decoded and written back, invalid UTF-8 would turn into different bytes.
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new CliError(`${path} is not UTF-8 text.`, { code: 'broken_file', next: 'Nothing was changed. Save it as UTF-8 and try again.' })
}

/** Atomic: writes a temporary file next to the target and renames it. An existing file keeps its mode, and a symlink stays one. */
export function writeWhole(path: string, text: string, mode?: number): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const target = realPath(path)
    const draft = `${target}.${randomBytes(4).toString('hex')}.tmp`
    try {
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
      chmodSync(draft, mode ?? modeOf(target) ?? 0o600)
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(`${path} cannot be written (${code}).`, {
      code: 'unwritable',
      next: `Check owner and mode of the folder, or name another with XDG_CONFIG_HOME: ls -ld ${dirname(path)}`,
    })
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

export function modeOf(path: string): number | undefined {
  try {
    return statSync(path).mode & 0o777
  } catch {
    return undefined
  }
}

/** One of our own files; if someone has corrupted it, the error says how to get rid of it. */
export function readJson<T>(path: string, empty: T): T {
  const text = readIfThere(path)
  if (text === undefined || text.trim() === '') return empty
  try {
    return JSON.parse(text) as T
  } catch {
    throw new CliError(`${path} is not valid JSON.`, {
      code: 'broken_file',
      next: `Correct it, or remove it and lose its contents: rm ${path}`,
    })
  }
}
