import { parseDocument, stringify } from 'yaml'
import { Refusal } from '../../../kernel/errors.ts'
import { LongMarkdown, Slug } from '../../vocabulary.contract.ts'

/** The limit of the open format. */
const maxDescription = 1024
const maxFrontmatter = 10_000

/** A SKILL.md as it is stored: the two texts, concatenated, are the file byte for byte. */
interface SkillText {
  frontmatter: string
  body: string
}

export interface ParsedSkillMd extends SkillText {
  name: string
  description: string
}

const delimited = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** Splits a SKILL.md, and refuses what the open format doesn't allow. */
export function parseSkillMd(bytes: Buffer): ParsedSkillMd {
  const text = decode(bytes)
  const [frontmatter = '', yaml = ''] = delimited.exec(text) ?? []
  if (!frontmatter) throw bad('begins with its frontmatter: name and description between two lines of ---')
  if (frontmatter.length > maxFrontmatter) throw bad(`has a frontmatter of at most ${maxFrontmatter} characters`)
  const { name, description } = fieldsOf(yaml)
  const slug = Slug.safeParse(name)
  if (!slug.success) throw bad('has a name of 2 to 64 lowercase letters, digits and single dashes')
  if (typeof description !== 'string' || description.trim() === '' || description.length > maxDescription) {
    throw bad(`has a description of 1 to ${maxDescription} characters`)
  }
  const body = text.slice(frontmatter.length)
  if (body.trim() === '' || !LongMarkdown.safeParse(body).success || !LongMarkdown.safeParse(frontmatter.replace(/^\uFEFF/, '')).success) {
    throw bad('has a text of at most 100,000 characters after its frontmatter, without control characters')
  }
  return { frontmatter, body, name: slug.data, description }
}

const bad = (rule: string) => new Refusal('invalid', `This SKILL.md cannot be read: one ${rule}.`)

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw bad('is UTF-8')
  }
}

function fieldsOf(yaml: string): { name?: unknown; description?: unknown } {
  try {
    const document = parseDocument(yaml, { maxAliasCount: 10, logLevel: 'silent' } as never)
    // Aliases can expand a few lines of YAML to gigabytes.
    const fields: unknown = document.errors.length > 0 ? null : document.toJS({ maxAliasCount: 10 })
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields
  } catch {
    // Reported below.
  }
  throw bad('has a frontmatter of YAML fields')
}

/** Frontmatter for a skill that came without any. Long descriptions from earlier days are cut, or clients would reject the whole skill. */
export const frontmatterFor = (name: string, description: string): string =>
  `---\n${stringify({ name, description: cut(description) }, { lineWidth: 0 })}---\n\n`

/** The same frontmatter with another name or description; everything else in it stays, comments included. */
export function changeFrontmatter(frontmatter: string, fields: { name: string; description: string }): string {
  const [, yaml = ''] = delimited.exec(frontmatter) ?? []
  const document = parseDocument(yaml, { logLevel: 'silent' })
  if (document.get('name') === fields.name && document.get('description') === fields.description) return frontmatter
  document.set('name', fields.name)
  document.set('description', cut(fields.description))
  return `---\n${document.toString({ lineWidth: 0 })}---\n`
}

const cut = (text: string): string => (text.length > maxDescription ? `${text.slice(0, maxDescription - 1).toWellFormed()}…` : text)
