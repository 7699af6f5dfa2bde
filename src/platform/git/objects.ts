import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { ZipFile } from '../zip/zip-file.ts'

const types = { commit: 1, tree: 2, blob: 3 } as const
type Type = keyof typeof types

interface GitObject {
  type: Type
  bytes: Buffer
  id: Buffer
}

/** A repository with one commit on `main`, rebuilt on every request: the same files give the same ids. */
export interface Repository {
  head: string
  objects: GitObject[]
}

interface Commit {
  author: string
  at: Date
  message: string
}

export function repositoryOf(files: readonly ZipFile[], { author, at, message }: Commit): Repository {
  const objects: GitObject[] = []
  const add = (type: Type, bytes: Buffer): Buffer => {
    const id = createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest()
    objects.push({ type, bytes, id })
    return id
  }
  const tree = addTree(files, add)
  // Git's own format: a name contains no angle bracket and no line break.
  const who = `${author.replace(/[<>\n\0]/g, '')} <noreply@localhost> ${Math.floor(at.getTime() / 1000)} +0000`
  const commit = `tree ${tree.toString('hex')}\nauthor ${who}\ncommitter ${who}\n\n${message}\n`
  return { head: add('commit', Buffer.from(commit)).toString('hex'), objects }
}

function addTree(files: readonly ZipFile[], add: (type: Type, bytes: Buffer) => Buffer): Buffer {
  const here = Map.groupBy(files, ({ path }) => path.split('/', 1)[0] ?? '')
  const entries = [...here].map(([name, below]) => {
    const [first] = below
    if (first && first.path === name) {
      return { name, order: name, mode: first.executable ? '100755' : '100644', id: add('blob', first.bytes) }
    }
    const inside = below.map((file) => ({ ...file, path: file.path.slice(name.length + 1) }))
    // Git sorts a folder as if its name ended with a slash.
    return { name, order: `${name}/`, mode: '40000', id: addTree(inside, add) }
  })
  const sorted = entries.toSorted((a, b) => Buffer.compare(Buffer.from(a.order), Buffer.from(b.order)))
  return add('tree', Buffer.concat(sorted.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} ${name}\0`), id])))
}

/** All objects as a git pack, none of them as a delta. */
export function packOf({ objects }: Repository): Buffer {
  const unique = [...new Map(objects.map((one) => [one.id.toString('hex'), one])).values()]
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(unique.length, 8)
  const pack = Buffer.concat([head, ...unique.flatMap(({ type, bytes }) => [entryHeader(types[type], bytes.length), deflateSync(bytes)])])
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()])
}

/** The type in three bits, the size in four and then in groups of seven, lowest first. */
function entryHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0x0f)]
  for (let left = size >>> 4; left > 0; left >>>= 7) {
    bytes[bytes.length - 1]! |= 0x80
    bytes.push(left & 0x7f)
  }
  return Buffer.from(bytes)
}
