import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A 64 MB disk that can be filled to the last byte. Mounting it needs root. */
export interface SmallDisk {
  readonly folder: string
  fill(): Promise<void>
  free(): Promise<void>
  close(): Promise<void>
}

export async function mountSmallDisk(owner?: string): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder])
  if (owner) execFileSync('chown', [owner, folder])
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'a')
      // The last bytes are written one by one.
      for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4)) {
        const bytes = Buffer.alloc(size)
        while (await file.write(bytes).then(({ bytesWritten }) => bytesWritten === size, isFull)) {}
      }
      await file.close()
    },
    free: () => rm(ballast, { force: true }),
    async close() {
      execFileSync('umount', ['-l', folder])
      await rm(folder, { recursive: true })
    },
  }
}

function isFull({ code }: NodeJS.ErrnoException): false {
  if (code === 'ENOSPC') return false
  throw new Error(`the disk cannot be filled: ${code}`)
}
