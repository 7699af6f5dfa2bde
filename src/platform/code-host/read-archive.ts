import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { Malformed, hear } from '../peer.ts'

/** How much an archive may unpack to before it counts as a decompression bomb. */
const maxBytes = 2 * 1024 ** 3

/** Unpacks a tarball as it arrives: regular files up to `largest` bytes, named without the folder the host puts around them. */
export async function readArchive(
  body: ReadableStream,
  largest: number,
  each: (path: string, content: Buffer) => Promise<void>,
): Promise<void> {
  const unpack = extract()
  const peer = { kind: 'archive', end: (error: Error) => unpack.destroy(error) }
  let total = 0
  hear(unpack, peer, {
    entry: ({ name, type, size }: { name: string; type?: string; size: number }, stream: Readable, next: (error?: unknown) => void) => {
      const parts: Buffer[] = []
      const kept = type === 'file' && size <= largest
      // Destroying the archive, as a download that breaks off does, also destroys its open entry, with an error of its own.
      hear(stream, peer, {
        ...(kept && { data: (part: Buffer) => void parts.push(part) }),
        // Backpressure: the next file waits until this one has been stored.
        end: async () => {
          try {
            if (kept) await each(name.slice(name.indexOf('/') + 1), Buffer.concat(parts))
            next()
          } catch (error) {
            next(error)
          }
        },
      })
      total += size
      if (total > maxBytes) return unpack.destroy(new Malformed('the archive is too large'))
      stream.resume()
    },
  })
  await pipeline(Readable.fromWeb(body as never), createGunzip(), unpack)
}
