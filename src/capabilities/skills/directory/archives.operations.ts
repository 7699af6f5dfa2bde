import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { firstId } from '../../paging.ts'
import { suggestSlugs } from '../../suggest-slugs.ts'
import { changeSkill, requireVersion } from '../change-skill.ts'
import { requireOwnSkill, requireReadableSkill, takenDown } from '../require-skill.ts'
import { firstFreeSlug, teamFor } from '../skill-place.ts'
import { publicSkill, publicSkills, type PublicRow } from '../skills.queries.ts'
import { storeSkill } from '../store-skill.ts'
import { toSkill } from '../to-skill.ts'
import * as contracts from './archives.contract.ts'
import { findingsToken, scanSkill } from './scan-skill.ts'
import { contentHash, filesOf, maxArchive, packSkill, unpackSkill } from './skill-directory.ts'
import { changeFrontmatter } from './skill-md.ts'

/** The bytes of the archive; one that is too large is refused before anything is unpacked. */
function decoded(archive: string): Buffer {
  const bytes = Buffer.from(archive, 'base64')
  if (bytes.length > maxArchive) throw new Refusal('too_large', `An archive has at most ${Math.floor(maxArchive / 1024)} KiB.`)
  return bytes
}

export const importSkill = implement(contracts.importSkill, {
  // Unpacking blocks the thread for some milliseconds, so it must not run while a connection is held.
  async prepare(_ctx, { archive }) {
    return unpackSkill(decoded(archive))
  },
  async handle(ctx, { skill: name, name: title, tags, visibility = 'personal', team, version }, { text, archive }) {
    const { frontmatter, body, description } = text
    if (name !== undefined) {
      const before = await requireOwnSkill(ctx, name)
      requireVersion(before, version)
      if (before.slug !== text.name) throw new Refusal('conflict', 'The archive holds a skill of another name. Bring it in as a new one.')
      return toSkill(ctx, await changeSkill(ctx, before, { name: title, tags, description, content: { body, frontmatter, archive } }))
    }
    const team_id = team === undefined ? null : await teamFor(ctx, visibility, team)
    const named = { id: firstId, slug: text.name, visibility, owner_id: userOf(ctx) }
    const slug = await firstFreeSlug(ctx, named, [text.name, ...suggestSlugs(text.name)])
    const content = { body, archive, frontmatter: changeFrontmatter(frontmatter, { name: slug, description }) }
    return toSkill(
      ctx,
      await storeSkill(ctx, { slug, name: title ?? slug, description, tags: tags ?? [], visibility, team_id, ...content }),
    )
  },
})

export const exportSkill = implement(contracts.exportSkill, async (ctx, { skill: name }) => {
  const { skill, files, foreign } = await requireReadableSkill(ctx, name)
  if (skill.taken_down_at !== null) throw takenDown()
  // Another organization's skill is handed out only where its findings are shown first.
  if (foreign) throw notFound('skill', name, 'One of another organization is downloaded from the marketplace.')
  const folder = skill.source_slug ?? skill.slug
  return { name: folder, hash: contentHash(files), archive: packSkill(files, folder).toString('base64') }
})

function packageOf(row: PublicRow) {
  const { slug, name, description, organization: publisher, revision } = row.fields
  const files = filesOf({ slug, description, frontmatter: row.frontmatter, body: row.body, archive: row.archive })
  const about = { slug, name, description, publisher, revision, hash: contentHash(files), updated_at: row.updated_at }
  return { about, files, findings: scanSkill(files) }
}

export const listPackages = implement(contracts.listPackages, async (ctx, { limit }) => {
  const rows = await ctx.tx.rows(publicSkills, { limit })
  const items = rows.flatMap(({ fields: { slug, name, description, organization, revision, hash, findings }, updated_at }) => {
    // Skills published before contents were scanned are offered once they are published again.
    const isClean = hash !== undefined && findings?.danger === 0 && findings.warning === 0
    return isClean ? [{ slug, name, description, publisher: organization, revision, hash, updated_at }] : []
  })
  return { items }
})

export const getPackage = implement(contracts.getPackage, async (ctx, { slug, hash, findings_seen }) => {
  const row = await ctx.tx.row(publicSkill, { slug })
  if (!row) throw notFound('public skill', slug, 'It may have been taken down.')
  const { about, files, findings } = packageOf(row)
  if (hash !== undefined && hash !== about.hash) throw notFound('content of this hash', slug, 'The skill has changed since.')
  const findings_token = findingsToken(about.hash, findings)
  if (findings.length > 0 && findings_seen !== findings_token) {
    const message = 'A scan finds something in this skill. Read the findings, and repeat with findings_seen if you want it all the same.'
    throw new Refusal('needs_confirmation', message, { findings, findings_token })
  }
  return { ...about, findings, archive: packSkill(files).toString('base64') }
})
