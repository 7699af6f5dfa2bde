import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { readArchive } from '../../src/platform/code-host/read-archive.ts'
import { below, howMany, randomFrom, seed, watchProcess } from './generate.ts'

// A code host, or somebody between it and us, sends an archive that is cut off, broken, or far too large.

const watched = watchProcess()
afterAll(() => watched.stop())

const largest = 1_000_000

async function archive(files: number, size: number): Promise<Buffer> {
  const tar = pack()
  for (let at = 0; at < files; at++) tar.entry({ name: `top/f${at}` }, Buffer.alloc(size, 65 + at))
  tar.finalize()
  const parts: Buffer[] = []
  for await (const part of tar) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A tar header that claims a size; nothing of it follows but the beginning. */
function claimed(size: number): Buffer {
  const head = Buffer.alloc(512)
  head.write('top/big')
  head.write('0000644\0', 100)
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write('        0', 148)
  head.write('ustar\0' + '00', 257)
  head.write(
    `${[...head]
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return Buffer.concat([head, Buffer.alloc(100_000)])
}

const stream = (...parts: Buffer[]) =>
  new ReadableStream({
    start(control) {
      for (const part of parts) control.enqueue(new Uint8Array(part))
      control.close()
    },
  })

async function read(body: ReadableStream): Promise<{ files: string[]; error: string | null }> {
  const files: string[] = []
  const error = await readArchive(body, largest, async (path) => void files.push(path)).then(
    () => null,
    (thrown: Error) => thrown.message,
  )
  // Errors of streams are emitted after the promise is settled.
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  return { files, error }
}

test('a whole archive is read', async () => {
  expect(await read(stream(gzipSync(await archive(3, 3_000))))).toEqual({ files: ['f0', 'f1', 'f2'], error: null })
})

test('one that is cut off inside the gzip is a refusal', async () => {
  // Stored, not compressed, so that a file is open when the end is missing.
  const whole = gzipSync(await archive(5, 300_000), { level: 0 })
  for (const end of [10, 400_000, whole.length - 9])
    expect((await read(stream(whole.subarray(0, end)))).error).toBe('unexpected end of file')
  expect(watched.ends).toEqual([])
})

test('one that unpacks to more than the limit is a refusal', async () => {
  expect((await read(stream(gzipSync(claimed(2 ** 31 + 512))))).error).toBe('the archive is too large')
  expect(watched.ends).toEqual([])
})

test('a download that breaks off is a refusal', async () => {
  const whole = gzipSync(await archive(5, 300_000))
  let sent = false
  const body = new ReadableStream({
    pull(control) {
      if (sent) return control.error(new Error('the network is gone'))
      sent = true
      control.enqueue(new Uint8Array(whole.subarray(0, 900)))
    },
  })
  expect((await read(body)).error).toBe('the network is gone')
  expect(watched.ends).toEqual([])
})

test('a file that cannot be stored ends the reading', async () => {
  const body = stream(gzipSync(await archive(3, 3_000)))
  const stored = readArchive(body, largest, async () => Promise.reject(new Error('no room')))
  await expect(stored).rejects.toThrow('no room')
})

test(`${howMany} broken archives are refusals or fewer files (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const tar = await archive(4, 2_000)
  for (let sent = 0; sent < howMany; sent++) {
    const broken = Buffer.from(tar)
    for (let at = below(random, 6); at > 0; at--) broken[below(random, random() < 0.5 ? 512 : broken.length)] = below(random, 256)
    const packed = gzipSync(broken)
    if (random() < 0.3) packed[below(random, packed.length)] = below(random, 256)
    await read(stream(random() < 0.5 ? packed.subarray(0, below(random, packed.length)) : packed))
  }
  expect(await read(stream(gzipSync(tar)))).toMatchObject({ error: null })
  expect(watched.ends).toEqual([])
})
