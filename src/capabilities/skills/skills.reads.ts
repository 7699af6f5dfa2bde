import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireTeam } from '../organizations/teams/require-team.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../paging.ts'
import { findingsToken, scanSkill } from './directory/scan-skill.ts'
import { contentHash, filesOf } from './directory/skill-directory.ts'
import { requireReadableSkill, requireSkill, requireSkillVersion } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { publicSkill, skills, skillsOfTeam, skillVersions } from './skills.queries.ts'
import { toSkill } from './to-skill.ts'

/** Ids don't change when a skill is edited or published, so paging by id neither repeats nor skips a skill. */
export const listSkills = implement(contracts.listSkills, async (ctx, { visibility, tag, q, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  // Skills published by strangers enter an agent's context only on request.
  const strangers = !ctx.call.brief || visibility === 'public'
  const filters = { visibility: visibility ?? null, tag: tag ?? null, q: q ?? null, strangers, taken_down: !ctx.call.brief }
  const rows = await ctx.tx.rows(skills, { org: ctx.org, before, limit: limit + 1, ...filters })
  const page = nextPage(
    rows.map((row) => toSkill(ctx, row)),
    limit,
    (row) => [row.id],
  )
  return withTotal(ctx, cursor, page, skills, { org: ctx.org, before: lastId, limit: allRows, ...filters })
})

export const listTeamSkills = implement(contracts.listTeamSkills, async (ctx, { team: name, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const team = await requireTeam(ctx, name)
  const rows = await ctx.tx.rows(skillsOfTeam, { org: ctx.org, before, limit: limit + 1, team: team.id })
  return nextPage(
    rows.map((row) => toSkill(ctx, row)),
    limit,
    (row) => [row.id],
  )
})

/** Well below the length at which clients of the MCP door truncate. */
const maxForAgents = 12_000

export const getSkill = implement(contracts.getSkill, async (ctx, { skill: name, from }) => {
  const { skill, content, files, findings, author } = await requireReadableSkill(ctx, name)
  const { body } = content
  const end = ctx.call.brief ? wholeCharacters(body, from + maxForAgents) : body.length
  const next_from = end < body.length ? end : null
  return {
    ...toSkill(ctx, skill),
    author,
    body: body.slice(from, end),
    body_length: body.length,
    next_from,
    files: files.map(({ path, bytes, executable }) => ({ path, size: bytes.length, executable })),
    findings,
    findings_token: findings.length > 0 ? findingsToken(contentHash(files), findings) : null,
  }
})

/** Never splits a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}

const last = 2_147_483_647

export const listSkillVersions = implement(contracts.listSkillVersions, async (ctx, { skill: name, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['number']) ?? [last]
  const skill = await requireSkill(ctx, name)
  return nextPage(await ctx.tx.rows(skillVersions, { org: ctx.org, skill: skill.id, before, limit: limit + 1 }), limit, (row) => [
    row.number,
  ])
})

export const getSkillVersion = implement(contracts.getSkillVersion, async (ctx, { skill: name, number }) => {
  const skill = await requireSkill(ctx, name)
  const { frontmatter: _, archive: __, ...version } = await requireSkillVersion(ctx, skill, number)
  return skill.taken_down_at === null ? version : { ...version, body: '' }
})

export const getPublicSkill = implement(contracts.getPublicSkill, async (ctx, { slug: asked }) => {
  const row = await ctx.tx.row(publicSkill, { slug: asked })
  if (!row) throw notFound('public skill', asked, 'It may have been taken down.')
  const { slug, name, description, tags, organization, revision } = row.fields
  const { body, frontmatter, archive, published_at, updated_at } = row
  const findings = scanSkill(filesOf({ slug, description, frontmatter, body, archive }))
  return { slug, name, description, tags, organization, revision, body, findings, published_at, updated_at }
})
