import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** How much an archive may unpack to before it counts as a decompression bomb. */
const maxBytes = 2 * 1024 ** 3

/** Unpacks a tarball as it arrives: regular files up to `largest` bytes, named without the folder the host puts around them. */
export async function readArchive(
  body: ReadableStream,
  largest: number,
  each: (path: string, content: Buffer) => Promise<void>,
): Promise<void> {
  const unpack = extract()
  let total = 0
  unpack.on('entry', ({ name, type, size }, stream, next) => {
    total += size
    if (total > maxBytes) {
      unpack.destroy(new Error('the archive is too large'))
      return
    }
    const parts: Buffer[] = []
    const kept = type === 'file' && size <= largest
    if (kept) stream.on('data', (part) => void parts.push(part as Buffer))
    // Backpressure: the next file waits until this one has been stored.
    const store = async () => {
      try {
        if (kept) await each(name.slice(name.indexOf('/') + 1), Buffer.concat(parts))
        next()
      } catch (error) {
        next(error as Error)
      }
    }
    stream.on('end', () => void store())
    stream.resume()
  })
  await pipeline(Readable.fromWeb(body as never), createGunzip(), unpack)
}
