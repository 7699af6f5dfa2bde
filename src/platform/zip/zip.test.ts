import { deflateRawSync, crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readZip } from './read-zip.ts'
import { writeZip } from './write-zip.ts'

const limits = { files: 50, fileBytes: 100_000, totalBytes: 300_000 }
const file = (path: string, text = 'x', executable = false) => ({ path, bytes: Buffer.from(text), executable })

test('whatever is written is read again byte for byte, and gives the same archive', () => {
  const path = fc.array(fc.stringMatching(/^[a-z][a-z0-9-]{0,7}$/), { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('/')}.md`)
  const one = fc.record({ path, bytes: fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)), executable: fc.boolean() })
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ path: name }) => name, maxLength: 12 }), (files) => {
      const archive = writeZip(files)
      const again = readZip(archive, limits)
      expect(again).toEqual(files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
      expect(writeZip(again).equals(archive)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

interface Crafted {
  name: string
  content?: Buffer
  /** What the headers claim about the content. */
  size?: number
  crc?: number
  mode?: number
  flags?: number
  method?: number
  localName?: string
}

/** An archive as an attacker would write it. */
function craft(entries: readonly Crafted[], { prefix = Buffer.alloc(0), comment = '' } = {}): Buffer {
  const parts: Buffer[] = [prefix]
  const directory: Buffer[] = []
  let offset = prefix.length
  for (const { name, content = Buffer.from('x'), mode = 0o100644, flags = 0x800, method = 8, localName = name, ...said } of entries) {
    const data = method === 8 ? deflateRawSync(content) : content
    const [size, crc] = [said.size ?? content.length, said.crc ?? crc32(content)]
    const header = (signature: number, length: number, at: number, called: string) => {
      const bytes = Buffer.alloc(length)
      bytes.writeUInt32LE(signature, 0)
      bytes.writeUInt16LE(flags, at + 2)
      bytes.writeUInt16LE(method, at + 4)
      bytes.writeUInt32LE(crc, at + 10)
      bytes.writeUInt32LE(data.length, at + 14)
      bytes.writeUInt32LE(size, at + 18)
      bytes.writeUInt16LE(Buffer.byteLength(called), at + 22)
      return bytes
    }
    const local = Buffer.concat([header(0x04034b50, 30, 4, localName), Buffer.from(localName), data])
    const central = header(0x02014b50, 46, 6, name)
    central.writeUInt16LE(0x0314, 4)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    directory.push(central, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, listed, end, Buffer.from(comment)])
}

const zeros = (size: number) => Buffer.alloc(size)
const attacks: Record<string, Buffer> = {
  'a bomb that says its size': craft([{ name: 'a', content: zeros(10_000_000) }]),
  'a bomb that lies about its size': craft([{ name: 'a', content: zeros(10_000_000), size: 10 }]),
  'many files that are too much together': craft(Array.from({ length: 4 }, (_, at) => ({ name: `f${at}`, content: zeros(99_000) }))),
  'too many files': craft(Array.from({ length: 51 }, (_, at) => ({ name: `f${at}` }))),
  'a symbolic link': craft([{ name: 'link', content: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
  'a device': craft([{ name: 'null', mode: 0o020666 }]),
  'a name that climbs': craft([{ name: '../evil' }]),
  'a name that climbs from inside': craft([{ name: 'a/../../evil' }]),
  'an absolute name': craft([{ name: '/etc/cron.d/evil' }]),
  'a name with backslashes': craft([{ name: '..\\evil' }]),
  'a drive': craft([{ name: 'C:evil' }]),
  'a name with NUL': craft([{ name: 'a\0.md' }]),
  'a name with a direction mark': craft([{ name: 'a\u202Edm.exe' }]),
  'a device of Windows': craft([{ name: 'aux.md' }]),
  'a repository': craft([{ name: '.git/config' }]),
  'a short name of a repository': craft([{ name: 'GIT~1/config' }]),
  'a short name of a file': craft([{ name: 'a/SETTIN~12.JSO' }]),
  'modules of a repository': craft([{ name: '.gitmodules' }]),
  'a name that ends with a dot': craft([{ name: 'a/b.' }]),
  'an empty part': craft([{ name: 'a//b' }]),
  'two files of one name': craft([{ name: 'a' }, { name: 'a' }]),
  'two names that differ in case': craft([{ name: 'SKILL.md' }, { name: 'skill.md' }]),
  'a file that is a folder too': craft([{ name: 'a' }, { name: 'a/b' }]),
  'a folder with content': craft([{ name: 'a/', content: Buffer.from('x') }]),
  'an encrypted file': craft([{ name: 'a', flags: 0x801 }]),
  'a method nobody reads': craft([{ name: 'a', method: 12 }]),
  'a checksum that is wrong': craft([{ name: 'a', crc: 1 }]),
  'another name in the local header': craft([{ name: 'a', localName: 'b' }]),
  'something before its beginning': craft([{ name: 'a' }], { prefix: Buffer.from('#!/bin/sh\n') }),
  'something after its end': craft([{ name: 'a' }], { comment: 'and more' }),
  'half of one': craft([{ name: 'a' }]).subarray(0, 40),
  'no archive at all': Buffer.from('%PDF-1.4'),
  nothing: Buffer.alloc(0),
}

test.each(Object.entries(attacks))('refused: %s', (_, archive) => {
  expect(() => readZip(archive, limits)).toThrow(expect.objectContaining({ name: 'Error', message: expect.stringMatching(/\.$/) }))
})

test('the same archive without the trick is read: the attacks are not refused for how they are crafted', () => {
  expect(readZip(craft([{ name: 'a' }, { name: 'b/', content: Buffer.alloc(0) }, { name: 'b/c', mode: 0o100755 }]), limits)).toEqual([
    file('a'),
    file('b/c', 'x', true),
  ])
})

test('one byte changed anywhere is either the same content or refused', () => {
  const archive = writeZip([file('SKILL.md', 'text '.repeat(50)), file('scripts/run.sh', 'echo', true)])
  const before = readZip(archive, limits)
  for (let at = 0; at < archive.length; at++) {
    const changed = Buffer.from(archive)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    try {
      const after = readZip(changed, limits)
      expect(after.map(({ bytes }) => bytes)).toEqual(before.map(({ bytes }) => bytes))
    } catch (error) {
      expect((error as Error).constructor.name, `byte ${at}: ${(error as Error).stack}`).toMatch(/BadZip|AssertionError|JestAssertionError/)
      expect((error as Error).constructor.name).toBe('BadZip')
    }
  }
})
