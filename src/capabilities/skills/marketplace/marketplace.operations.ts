import { createTwoFilesPatch } from 'diff'
import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import type { ZipFile } from '../../../platform/zip/zip-file.ts'
import { decodeCursor, firstId, lastId, nextPage } from '../../paging.ts'
import { suggestSlugs } from '../../suggest-slugs.ts'
import { changeSkill } from '../change-skill.ts'
import { contentHash, filesOf } from '../directory/skill-directory.ts'
import { frontmatterFor } from '../directory/skill-md.ts'
import { countFindings, findingsToken, scanSkill } from '../directory/scan-skill.ts'
import { requireSeen } from '../require-seen.ts'
import { requireOwnSkill, requireSkill, takenDown } from '../require-skill.ts'
import { firstFreeSlug } from '../skill-place.ts'
import { skillVersion, type SkillRow } from '../skills.queries.ts'
import { storeSkill } from '../store-skill.ts'
import { requireNotTakenDown } from '../store-version.ts'
import { toSkill } from '../to-skill.ts'
import * as contracts from './marketplace.contract.ts'
import * as queries from './marketplace.queries.ts'
import type { InstallRow, ListingRow } from './marketplace.queries.ts'

export const listListings = implement(contracts.listListings, async (ctx, { q, tag, publisher, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const filters = { q: q ?? null, tag: tag ?? null, publisher: publisher ?? null }
  const rows = await ctx.tx.rows(queries.listings, { org: ctx.org, before, limit: limit + 1, ...filters })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: items.map((row) => ({ ...shown(ctx, row), ...countsOf(row) })), next_cursor }
})

/** Stored on publishing; skills published before that are scanned now. */
function countsOf(row: ListingRow) {
  const { hash, files, findings } = row.fields
  if (hash !== undefined && files !== undefined && findings !== undefined) return { hash, files, findings }
  const all = contentOf(row)
  return { hash: contentHash(all), files: all.length, findings: countFindings(scanSkill(all)) }
}

const contentOf = ({ fields, body, frontmatter, archive }: ListingRow): ZipFile[] => filesOf({ ...fields, body, frontmatter, archive })

function shown(ctx: Context, row: ListingRow) {
  const { slug, name, description, tags, organization, revision } = row.fields
  const { installed_id: id, installed_slug, installed_hash } = row
  return {
    slug,
    name,
    description,
    tags,
    publisher: { organization, verified: row.verified },
    revision,
    installed:
      id !== null && installed_slug !== null && installed_hash !== null ? { id, slug: installed_slug, hash: installed_hash } : null,
    own: row.org_id === ctx.org,
    published_at: row.published_at,
    updated_at: row.updated_at,
  }
}

async function requireListing(ctx: Context, slug: string): Promise<ListingRow> {
  const row = await ctx.tx.row(queries.listingBySlug, { org: ctx.org, slug })
  if (!row) throw notFound('published skill', slug, 'It may have been taken down. Browse with {listListings}.')
  return row
}

const maxShown = 50_000

function textOf({ bytes }: ZipFile): string | null {
  if (bytes.length > maxShown * 4 || bytes.includes(0)) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.length <= maxShown ? text : null
  } catch {
    return null
  }
}

export const getListing = implement(contracts.getListing, async (ctx, { slug }) => {
  const row = await requireListing(ctx, slug)
  const files = contentOf(row)
  const [hash, findings] = [contentHash(files), scanSkill(files)]
  const listed = files.map((file) => ({ path: file.path, size: file.bytes.length, executable: file.executable, text: textOf(file) }))
  return { ...shown(ctx, row), body: row.body, hash, files: listed, findings, findings_token: findingsToken(hash, findings) }
})

/** The content of a listing that a person may accept: what they have looked at, with its findings shown to them. */
async function acceptable(ctx: Context, row: ListingRow, wanted: { hash: string; findings_seen?: string | undefined }) {
  const files = contentOf(row)
  const [hash, findings] = [contentHash(files), scanSkill(files)]
  if (hash !== wanted.hash) throw new Refusal('stale_version', 'Its publisher has changed this skill since you looked at it. Look again.')
  requireSeen(ctx, files, findings, wanted.findings_seen)
  await requireNotTakenDown(ctx, hash)
  const { slug, description, organization, revision } = row.fields
  const { body, archive } = row
  const content = { body, archive, frontmatter: row.frontmatter ?? frontmatterFor(slug, description) }
  const source = { source_slug: slug, publisher: organization, revision, hash, findings: JSON.stringify(findings) }
  return { content, install: { ...source, org: ctx.org, user: userOf(ctx), now: ctx.clock.now() } }
}

export const installSkill = implement(contracts.installSkill, async (ctx, { slug: theirs, visibility, as, ...wanted }) => {
  const row = await requireListing(ctx, theirs)
  if (row.org_id === ctx.org) throw new Refusal('conflict', 'Your organization has published this skill itself: it is yours already.')
  const { content, install } = await acceptable(ctx, row, wanted)
  const here = await ctx.tx.row(queries.installedHere, { org: ctx.org, source: row.id, user: userOf(ctx) })
  if (here) throw new Refusal('conflict', `It is installed here already, as \`${here.slug}\`.`)
  const { name, description, tags } = row.fields
  const named = { id: firstId, slug: theirs, visibility, owner_id: userOf(ctx) }
  const slug = as ?? (await firstFreeSlug(ctx, named, [theirs, ...suggestSlugs(theirs, row.fields.organization)]))
  const { id } = await storeSkill(ctx, { slug, name, description, tags, visibility, team_id: null, ...content })
  await ctx.tx.rows(queries.insertInstall, { ...install, skill: id, source_org: row.org_id, source_skill: row.id })
  return toSkill(ctx, await requireSkill(ctx, id))
})

async function requireInstall(ctx: Context, skill: SkillRow): Promise<{ install: InstallRow; row: ListingRow }> {
  if (skill.taken_down_at !== null) throw takenDown()
  const install = await ctx.tx.row(queries.installOf, { org: ctx.org, skill: skill.id })
  if (!install) throw new Refusal('conflict', 'This skill was not installed from the marketplace.')
  const row = await ctx.tx.row(queries.listingById, { org: ctx.org, id: install.source_skill })
  if (!row) throw notFound('published version', skill.slug, 'Its publisher has withdrawn it. What you have installed stays as it is.')
  return { install, row }
}

export const getSkillUpdate = implement(contracts.getSkillUpdate, async (ctx, { skill: name }) => {
  const skill = await requireSkill(ctx, name)
  const { install, row } = await requireInstall(ctx, skill)
  const newest = await ctx.tx.one(skillVersion, { org: ctx.org, skill: skill.id, number: skill.revision })
  const [before, after] = [filesOf({ ...newest, slug: skill.slug }), contentOf(row)]
  const [hash, findings] = [contentHash(after), scanSkill(after)]
  const had = new Set(scanSkill(before).map(({ rule }) => rule))
  return {
    publisher: shown(ctx, row).publisher,
    from: { revision: install.revision, hash: install.hash },
    to: { revision: row.fields.revision, hash, updated_at: row.updated_at },
    files: changesBetween(before, after),
    findings,
    findings_token: findingsToken(hash, findings),
    new_rules: [...new Set(findings.map(({ rule }) => rule))].filter((rule) => !had.has(rule)),
  }
})

function changesBetween(before: readonly ZipFile[], after: readonly ZipFile[]) {
  const [old, young] = [new Map(before.map((file) => [file.path, file])), new Map(after.map((file) => [file.path, file]))]
  return [...new Set([...old.keys(), ...young.keys()])].toSorted().flatMap((path) => {
    const [a, b] = [old.get(path), young.get(path)]
    if (a && b && a.bytes.equals(b.bytes) && a.executable === b.executable) return []
    const [was, is] = [a ? textOf(a) : '', b ? textOf(b) : '']
    // Texts that differ entirely take too long to diff, and are better read one after the other.
    const diff =
      was === null || is === null ? null : createTwoFilesPatch(path, path, was, is, modeOf(a), modeOf(b), { context: 3, timeout: 200 })
    return [{ path, change: !a ? ('added' as const) : !b ? ('removed' as const) : ('changed' as const), diff: diff ?? null }]
  })
}

const modeOf = (file: ZipFile | undefined): string => (file === undefined ? 'none' : file.executable ? 'executable' : '')

export const acceptSkillUpdate = implement(contracts.acceptSkillUpdate, async (ctx, { skill: name, ...wanted }) => {
  const skill = await requireOwnSkill(ctx, name)
  const { row } = await requireInstall(ctx, skill)
  const { content, install } = await acceptable(ctx, row, wanted)
  await ctx.tx.rows(queries.updateInstall, { ...install, skill: skill.id })
  const { name: title, description, tags } = row.fields
  await changeSkill(ctx, skill, { name: title, description, tags, content, accepted: true })
  return toSkill(ctx, await requireSkill(ctx, skill.id))
})
