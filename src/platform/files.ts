import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Uploaded files by random name. Pictures are served to whoever knows it, attachments to whoever may see what they belong to. */
export interface Files {
  put(bytes: Buffer): Promise<string>
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

/** A folder; several nodes must share it. What has another ending belongs to others and is not found here. */
export function createFiles(url: string | undefined, ending: 'webp' | 'bin'): Files {
  const ours = new RegExp(`^[0-9a-f]{32}\\.${ending}$`)
  const folder = url ? fileURLToPath(url) : join(process.cwd(), 'data', 'files')
  const pathOf = (name: string): string | null => (ours.test(name) ? join(folder, name) : null)
  return {
    async put(bytes) {
      const name = `${randomBytes(16).toString('hex')}.${ending}`
      const path = join(folder, name)
      await mkdir(folder, { recursive: true })
      // Nobody shall ever be served half a file.
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
