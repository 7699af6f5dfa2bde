import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Uploaded pictures by random name, which is all that protects them: whoever knows it may look. */
export interface Files {
  put(bytes: Buffer): Promise<string>
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

const ours = /^[0-9a-f]{32}\.webp$/

/** A folder; several nodes must share it. */
export function createFiles(url: string | undefined): Files {
  const folder = url ? fileURLToPath(url) : join(process.cwd(), 'data', 'files')
  const pathOf = (name: string): string | null => (ours.test(name) ? join(folder, name) : null)
  return {
    async put(bytes) {
      const name = `${randomBytes(16).toString('hex')}.webp`
      const path = join(folder, name)
      await mkdir(folder, { recursive: true })
      // Nobody shall ever be served half a picture.
      await writeFile(`${path}.part`, bytes, { flag: 'wx' })
      await rename(`${path}.part`, path)
      return name
    },
    async get(name) {
      const path = pathOf(name)
      return path ? readFile(path).catch(missing) : null
    },
    async remove(name) {
      const path = pathOf(name)
      if (path) await rm(path, { force: true })
    },
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
