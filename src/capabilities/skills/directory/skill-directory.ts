import { createHash } from 'node:crypto'
import { Refusal } from '../../../kernel/errors.ts'
import { readZip } from '../../../platform/zip/read-zip.ts'
import { writeZip } from '../../../platform/zip/write-zip.ts'
import { BadZip, type ZipFile } from '../../../platform/zip/zip-file.ts'
import { frontmatterFor, parseSkillMd, type ParsedSkillMd } from './skill-md.ts'

/** A skill is small: text, a few scripts, perhaps a template. */
const limits = { files: 200, fileBytes: 2 * 1024 * 1024, totalBytes: 4 * 1024 * 1024 }
/** Limit for the zip as sent; what deflate can't compress is hardly larger when packed. */
export const maxArchive = limits.totalBytes + 256 * 1024

/** The parts of a stored or published version. Without frontmatter, it was written here rather than imported. */
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

/** One hash over the whole content: it covers the bytes, path and executable flag of every file. */
export function contentHash(files: readonly ZipFile[]): string {
  const lines = files.map(({ path, bytes, executable }) => `${executable ? 'x' : '-'} ${sha256(bytes)} ${path}\n`)
  return sha256(lines.toSorted().join(''))
}

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

interface Unpacked {
  text: ParsedSkillMd
  files: ZipFile[]
  /** The other files in the stored form, null if there are none. */
  archive: Buffer | null
}

/** Reads an uploaded archive: the files themselves, or a single folder named after the skill. */
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

/** macOS adds these to every archive made by Finder. */
const leftByFinder = /^__MACOSX\/|(^|\/)\.DS_Store$/

function folderOf(files: readonly ZipFile[]): string | null {
  if (files.some(isSkillMd)) return null
  const folders = new Set(files.map(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')))
  const [only = ''] = folders
  return folders.size === 1 && only !== '' ? only : null
}

/** The zip as handed out: the files in a folder of this name or, without one, at the top. */
export const packSkill = (files: readonly ZipFile[], folder?: string): Buffer =>
  writeZip(folder === undefined ? files : files.map((file) => ({ ...file, path: `${folder}/${file.path}` })))
