import { crc32, inflateRawSync } from 'node:zlib'
import { BadZip, headerSize, methods, signatures, utf8Flag, type ZipFile } from './zip-file.ts'

interface ZipLimits {
  files: number
  /** Uncompressed sizes, per file and in total. */
  fileBytes: number
  totalBytes: number
}

interface Entry {
  name: Buffer
  path: string
  method: number
  crc: number
  packed: number
  size: number
  executable: boolean
  offset: number
}

/**
 * Reads the files of an untrusted archive, in its order. Strict on purpose: whatever two programs could read in two ways (links, overlapping or
 * hidden entries, names that leave the folder, false sizes) is refused, never repaired. Nothing is unpacked beyond the limits.
 */
export function readZip(bytes: Buffer, limits: ZipLimits): ZipFile[] {
  const entries = readDirectory(bytes, limits)
  const seen = new Set<string>()
  let [total, next] = [0, 0]
  const files: ZipFile[] = []
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    const { start, end } = placeOf(bytes, entry, next)
    next = end
    if (entry.path.endsWith('/')) {
      if (entry.size > 0) throw new BadZip('A folder in the archive has content.')
      continue
    }
    const key = entry.path.normalize('NFC').toLowerCase()
    if (seen.has(key)) throw new BadZip(`Two files of the archive have one name: ${entry.path}.`)
    seen.add(key)
    total += entry.size
    if (total > limits.totalBytes) throw tooLarge(limits)
    files.push({ path: entry.path, bytes: unpack(bytes.subarray(start, start + entry.packed), entry), executable: entry.executable })
  }
  requireNoFileAsFolder(files)
  return files
}

const tooLarge = ({ totalBytes }: ZipLimits) => new BadZip(`Unpacked, the archive is larger than ${Math.floor(totalBytes / 1024)} KiB.`)

function readDirectory(bytes: Buffer, limits: ZipLimits): Entry[] {
  const end = bytes.length - headerSize.end
  // No archive comment is accepted: it could hide another end record.
  if (end < 0 || bytes.readUInt32LE(end) !== signatures.end || bytes.readUInt16LE(end + 20) !== 0) {
    throw new BadZip('This is not a zip archive, or there is data after its end.')
  }
  const count = bytes.readUInt16LE(end + 10)
  const [size, offset] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]
  if (bytes.readUInt32LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== count)
    throw new BadZip('Archives in several parts are not read.')
  if (count === 0xffff || offset === 0xffffffff) throw new BadZip('Zip64 archives are not read: a skill is small.')
  if (offset + size !== end) throw new BadZip('The list of files is not where the archive says it is.')
  if (count > limits.files) throw new BadZip(`The archive has more than ${limits.files} files.`)
  const entries: Entry[] = []
  let at = offset
  for (let read = 0; read < count; read++) {
    const { entry, next } = readEntry(bytes, at, end, limits)
    entries.push(entry)
    at = next
  }
  if (at !== end) throw new BadZip('The list of files holds more than the archive says.')
  return entries
}

function readEntry(bytes: Buffer, at: number, end: number, limits: ZipLimits): { entry: Entry; next: number } {
  if (at + headerSize.central > end || bytes.readUInt32LE(at) !== signatures.central) throw new BadZip('The list of files is damaged.')
  const u16 = (offset: number) => bytes.readUInt16LE(at + offset)
  const u32 = (offset: number) => bytes.readUInt32LE(at + offset)
  const next = at + headerSize.central + u16(28) + u16(30) + u16(32)
  if (next > end) throw new BadZip('The list of files is damaged.')
  const name = bytes.subarray(at + headerSize.central, at + headerSize.central + u16(28))
  if (u16(8) & ~(utf8Flag | 0x0008 | 0x0006)) throw new BadZip('Encrypted or patched archives are not read.')
  const method = u16(10)
  if (method !== methods.stored && method !== methods.deflated) throw new BadZip('A file is packed in a way that is not read: use deflate.')
  const entry = {
    name,
    path: safePath(name),
    method,
    crc: u32(16),
    packed: u32(20),
    size: u32(24),
    offset: u32(42),
    ...modeOf(u16(4), u32(38)),
  }
  if (entry.size > limits.fileBytes) throw new BadZip(`${entry.path} is larger than ${Math.floor(limits.fileBytes / 1024)} KiB.`)
  return { entry, next }
}

const formats = { folder: 0o04, file: 0o10, unsaid: 0 } as const

function modeOf(madeBy: number, attributes: number): { executable: boolean } {
  const mode = attributes >>> 16
  const format = mode >>> 12
  const isPlain = format === formats.file || format === formats.folder || format === formats.unsaid
  if (!isPlain) throw new BadZip('The archive holds a link or a device. Send plain files.')
  return { executable: madeBy >>> 8 !== 0 && (mode & 0o111) !== 0 && format !== formats.folder }
}

const maxPath = 200

function safePath(name: Buffer): string {
  const path = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text: string
  try {
    text = path.decode(name)
  } catch {
    throw new BadZip('The name of a file is not UTF-8.')
  }
  const parts = text.replace(/\/$/, '').split('/')
  const isSafe =
    text.length <= maxPath &&
    // Control, formatting, private and unassigned characters, and what Windows does not accept.
    !/[\p{C}\\:*?"<>|]/u.test(text) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[. ]$/.test(part) && !reserved.test(part))
  if (!isSafe) throw new BadZip('The name of a file leaves its folder, is too long or holds a character that is not portable.')
  return text
}

/**
 * Windows treats these as devices, and `GIT~1` as a short name of another file; git treats a folder named `.git` as a repository and reads what
 * `.gitmodules` says.
 */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|^\.git(?:modules)?$|^[^.]{1,7}~\d{1,6}(?:\.[^.]{0,3})?$/i

/** Where the data of an entry is. Entries follow each other without gap or overlap, so nothing is hidden between them. */
function placeOf(bytes: Buffer, { name, offset, packed, method, size, crc }: Entry, expected: number): { start: number; end: number } {
  const damaged = new BadZip('A file is not where the archive says it is.')
  if (offset !== expected || offset + headerSize.local > bytes.length || bytes.readUInt32LE(offset) !== signatures.local) throw damaged
  const u16 = (at: number) => bytes.readUInt16LE(offset + at)
  const u32 = (at: number) => bytes.readUInt32LE(offset + at)
  const nameEnd = offset + headerSize.local + u16(26)
  const start = nameEnd + u16(28)
  if (!bytes.subarray(offset + headerSize.local, nameEnd).equals(name) || u16(8) !== method) throw damaged
  const sizesFollow = (u16(6) & 0x0008) !== 0
  if (!sizesFollow && (u32(14) !== crc || u32(18) !== packed || u32(22) !== size)) throw damaged
  const end = start + packed
  if (end > bytes.length) throw damaged
  return { start, end: sizesFollow ? end + descriptorAt(bytes, end, { crc, packed, size }) : end }
}

/** Some programs write the sizes after the data, with or without a signature before them. */
function descriptorAt(bytes: Buffer, at: number, { crc, packed, size }: Pick<Entry, 'crc' | 'packed' | 'size'>): number {
  for (const signed of [4, 0]) {
    const from = at + signed
    if (signed && (at + 4 > bytes.length || bytes.readUInt32LE(at) !== 0x08074b50)) continue
    if (from + 12 > bytes.length) continue
    if (bytes.readUInt32LE(from) === crc && bytes.readUInt32LE(from + 4) === packed && bytes.readUInt32LE(from + 8) === size)
      return signed + 12
  }
  throw new BadZip('The sizes after a file are not those of the list.')
}

function unpack(data: Buffer, { path, method, size, crc }: Entry): Buffer {
  let bytes: Buffer
  try {
    // Unpacking ends with an error at the first byte beyond the announced size.
    bytes = method === methods.stored ? Buffer.from(data) : inflateRawSync(data, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new BadZip(`${path} is damaged, or larger than the archive says.`)
  }
  if (bytes.length !== size || crc32(bytes) !== crc) throw new BadZip(`${path} is not what the archive says it is.`)
  return bytes
}

function requireNoFileAsFolder(files: readonly ZipFile[]): void {
  const paths = new Set(files.map(({ path }) => path.normalize('NFC').toLowerCase()))
  for (const path of paths) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++)
      if (paths.has(parts.slice(0, depth).join('/'))) throw new BadZip(`${parts.slice(0, depth).join('/')} is a file and a folder.`)
  }
}
