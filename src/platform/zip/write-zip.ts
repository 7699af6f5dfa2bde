import { crc32, deflateRawSync } from 'node:zlib'
import { headerSize, methods, signatures, utf8Flag, type ZipFile } from './zip-file.ts'

/** 1980-01-01, the earliest date of the format: a fixed one, so that the same files always give the same bytes. */
const firstDay = 0x0021
const unix = 3
const regularFile = 0o100000

/** An archive of these files, sorted by path. Equal files give equal bytes, whenever and wherever it is written. */
export function writeZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = Buffer.from(file.path)
    const packed = deflateRawSync(file.bytes, { level: 9 })
    const smaller = packed.length < file.bytes.length
    const data = smaller ? packed : file.bytes
    const entry = { file, name, data, method: smaller ? methods.deflated : methods.stored, offset }
    const local = localHeader(entry)
    parts.push(local, name, data)
    directory.push(centralHeader(entry), name)
    offset += local.length + name.length + data.length
  }
  const listed = Buffer.concat(directory)
  return Buffer.concat([...parts, listed, endOf(files.length, listed.length, offset)])
}

interface Entry {
  file: ZipFile
  name: Buffer
  data: Buffer
  method: number
  offset: number
}

/** The fields common to both headers of a file, starting with the version that is needed to read it. */
function common(header: Buffer, at: number, { file, name, data, method }: Entry): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(utf8Flag, at + 2)
  header.writeUInt16LE(method, at + 4)
  header.writeUInt16LE(0, at + 6)
  header.writeUInt16LE(firstDay, at + 8)
  header.writeUInt32LE(crc32(file.bytes), at + 10)
  header.writeUInt32LE(data.length, at + 14)
  header.writeUInt32LE(file.bytes.length, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(headerSize.local)
  header.writeUInt32LE(signatures.local, 0)
  common(header, 4, entry)
  return header
}

function centralHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(headerSize.central)
  header.writeUInt32LE(signatures.central, 0)
  header.writeUInt16LE((unix << 8) | 20, 4)
  common(header, 6, entry)
  header.writeUInt32LE(((regularFile | (entry.file.executable ? 0o755 : 0o644)) << 16) >>> 0, 38)
  header.writeUInt32LE(entry.offset, 42)
  return header
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(headerSize.end)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
