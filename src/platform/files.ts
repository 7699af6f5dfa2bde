import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { fileErrors } from './vitals.ts'

export interface StoredFile {
  size: number
  content: Readable
}

export interface ListedFile {
  name: string
  modified: Date
}

/** Uploaded files under random names. Pictures are served to anyone who knows the name, attachments to whoever may see what they belong to. */
export interface Files {
  put(bytes: Buffer): Promise<string>
  get(name: string): Promise<StoredFile | null>
  remove(name: string): Promise<void>
  /** Everything that is stored, in batches, including partial files of interrupted uploads. */
  list(): AsyncIterable<ListedFile[]>
}

/** The storage backend: a folder or a bucket. Keys are well-formed; an error means that the store is currently unavailable. */
export interface FileStore {
  put(key: string, bytes: Buffer): Promise<void>
  get(key: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
  list(): AsyncIterable<ListedFile[]>
  /** Bytes of its disk; a bucket has none. */
  room?(): Promise<{ free: number; total: number }>
}

/** The disk is full or read-only, or the bucket does not answer: worth retrying, and for the operator to look at. */
export class FilesUnavailable extends Error {}

/** Files with another extension belong to somebody else and are not found here. */
export function createFiles(store: FileStore, ending: 'webp' | 'bin'): Files {
  const ours = new RegExp(`^[0-9a-f]{32}\\.${ending}$`)
  const removable = new RegExp(`^[0-9a-f]{32}\\.${ending}(\\.part)?$`)
  return {
    async put(bytes) {
      const name = `${randomBytes(16).toString('hex')}.${ending}`
      await available(store.put(name, bytes))
      return name
    },
    get: async (name) => (ours.test(name) ? available(store.get(name)) : null),
    remove: async (name) => (removable.test(name) ? available(store.remove(name)) : undefined),
    async *list() {
      for await (const batch of store.list()) yield batch.filter(({ name }) => removable.test(name))
    },
  }
}

const available = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    fileErrors.inc()
    throw new FilesUnavailable('files cannot be stored or read', { cause: error })
  })

/** Opens the store that FILES_URL names. The S3 client is only loaded for a bucket. */
export async function openFileStore(url: string | undefined): Promise<FileStore> {
  if (url?.startsWith('s3:')) return (await import('./s3-store.ts')).createS3Store(new URL(url))
  return createFolder(url ? fileURLToPath(url) : join(process.cwd(), 'data', 'files'))
}

const batchSize = 1000

/** A folder; several nodes must share it. */
function createFolder(folder: string): FileStore {
  return {
    async put(key, bytes) {
      const path = join(folder, key)
      await mkdir(folder, { recursive: true })
      // Written under another name and renamed, so that half a file is never served.
      try {
        await writeFile(`${path}.part`, bytes, { flag: 'wx' })
        await rename(`${path}.part`, path)
      } catch (error) {
        await rm(`${path}.part`, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = await open(join(folder, key)).catch(missing)
      if (!file) return null
      try {
        return { size: (await file.stat()).size, content: file.createReadStream() }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    async *list() {
      const entries = await opendir(folder).catch(missing)
      let batch: ListedFile[] = []
      for await (const { name } of entries ?? []) {
        const found = await stat(join(folder, name)).catch(missing)
        if (found?.isFile()) batch.push({ name, modified: found.mtime })
        if (batch.length === batchSize) {
          yield batch
          batch = []
        }
      }
      yield batch
    },
    room: () => roomAt(folder),
  }
}

/** The folder is made with the first file, so until then the one above it tells. */
async function roomAt(folder: string): Promise<{ free: number; total: number }> {
  const disk = await statfs(folder).catch(missing)
  if (!disk) return roomAt(dirname(folder))
  return { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
