import { createHash } from 'node:crypto'
import { Refusal } from '../../../kernel/errors.ts'
import { readZip } from '../../../platform/zip/read-zip.ts'
import { writeZip } from '../../../platform/zip/write-zip.ts'
import { BadZip, type ZipFile } from '../../../platform/zip/zip-file.ts'
import { frontmatterFor, parseSkillMd, type ParsedSkillMd } from './skill-md.ts'

/** A skill is small: text, a few scripts, perhaps a template. */
const limits = { files: 200, fileBytes: 2 * 1024 * 1024, totalBytes: 4 * 1024 * 1024 }
/** As it is sent. What deflate can do nothing about is hardly larger packed. */
export const maxArchive = limits.totalBytes + 256 * 1024

/** What a stored or published version consists of. Without frontmatter it was written here, not brought in. */
interface StoredText {
  slug: string
  description: string
  frontmatter: string | null
  body: string
  /** Everything but SKILL.md, as a zip. */
  archive: Buffer | null
}

const isSkillMd = ({ path }: ZipFile): boolean => path === 'SKILL.md'

/** The files of a skill, SKILL.md first, the others by path. */
export function filesOf({ slug, description, frontmatter, body, archive }: StoredText): ZipFile[] {
  const text = (frontmatter ?? frontmatterFor(slug, description)) + body
  const others = archive ? readZip(archive, limits) : []
  return [{ path: 'SKILL.md', bytes: Buffer.from(text), executable: false }, ...others.toSorted((a, b) => (a.path < b.path ? -1 : 1))]
}

/** One hash for the whole content: of any file, its name or whether it runs, another byte is another hash. */
export function contentHash(files: readonly ZipFile[]): string {
  const lines = files.map(({ path, bytes, executable }) => `${executable ? 'x' : '-'} ${sha256(bytes)} ${path}\n`)
  return sha256(lines.toSorted().join(''))
}

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

interface Unpacked {
  text: ParsedSkillMd
  files: ZipFile[]
  /** The other files as they are stored, null if there are none. */
  archive: Buffer | null
}

/** Reads an archive that somebody sent: the files themselves, or one folder that is called like the skill. */
export function unpackSkill(archive: Buffer): Unpacked {
  const sent = read(archive)
  const folder = folderOf(sent)
  const files = folder === null ? sent : sent.map((file) => ({ ...file, path: file.path.slice(folder.length + 1) }))
  const skillMd = files.find(isSkillMd)
  if (!skillMd) throw new Refusal('invalid', 'The archive has no SKILL.md, at its top or in its one folder.')
  const text = parseSkillMd(skillMd.bytes)
  if (folder !== null && folder !== text.name) {
    throw new Refusal('invalid', 'The folder in the archive and the name in its SKILL.md differ. The open format wants them equal.')
  }
  const others = files.filter((file) => !isSkillMd(file))
  return { text, files, archive: others.length > 0 ? writeZip(others) : null }
}

function read(archive: Buffer): ZipFile[] {
  try {
    return readZip(archive, limits).filter(({ path }) => !leftByFinder.test(path))
  } catch (error) {
    if (error instanceof BadZip) throw new Refusal('invalid', error.message)
    throw error
  }
}

/** macOS adds these to every archive that Finder makes. */
const leftByFinder = /^__MACOSX\/|(^|\/)\.DS_Store$/

function folderOf(files: readonly ZipFile[]): string | null {
  if (files.some(isSkillMd)) return null
  const folders = new Set(files.map(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')))
  const [only = ''] = folders
  return folders.size === 1 && only !== '' ? only : null
}

/** As it is handed out: in a folder of its name, or the files themselves. */
export const packSkill = (files: readonly ZipFile[], folder?: string): Buffer =>
  writeZip(folder === undefined ? files : files.map((file) => ({ ...file, path: `${folder}/${file.path}` })))
