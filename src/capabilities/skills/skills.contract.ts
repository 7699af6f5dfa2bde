import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../kernel/contract.ts'
import { LongMarkdown, Markdown, Name, SkillRef, Slug, Tag, TeamRef, stamps, totals } from '../vocabulary.contract.ts'
import { components } from '../components.contract.ts'
import { Finding, FindingsSeen, SkillFile } from './directory/directory.contract.ts'

export const Visibility = z.enum(['personal', 'team', 'public'])
const Tags = z.array(Tag).max(20)
const Description = Markdown.min(1).max(2000)
const Body = LongMarkdown.min(1)
const Number = z.int().min(1).max(1_000_000)
const one = { id: 'skill' }

const SkillInstallation = z.object({
  publisher: z.string(),
  slug: z.string(),
  revision: z.int(),
  hash: z.string(),
  installed_at: Timestamp,
  update_available: z.boolean(),
})

export const Skill = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  visibility: Visibility,
  /** Where it comes from, for lists that mix all sources. */
  source: Visibility,
  /** Who vouches for its text: the caller, their organization, or somebody else. */
  trust: z.enum(['own', 'team', 'public']),
  organization: z.string(),
  team_id: Id.nullable(),
  owner_id: Id.nullable(),
  /** The number of its newest version. */
  revision: z.int(),
  copied_from: z.object({ organization: z.string(), slug: z.string(), revision: z.int() }).nullable(),
  /** For a skill from the marketplace: it is pinned to this content until a person accepts other content. */
  installed: SkillInstallation.nullable(),
  /** Taken down by administrators of the instance: no agent can read it. */
  taken_down: z.object({ at: Timestamp, reason: z.string() }).nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

const SkillWithBody = Skill.extend({
  author: z.object({ user_id: Id.nullable(), agent_id: Id.nullable(), organization: z.string() }),
  body: z.string(),
  body_length: z.int(),
  next_from: z.int().nullable(),
  /** Everything in its directory. */
  files: z.array(SkillFile),
  /** What a scan finds now, in text that isn't your organization’s. */
  findings: z.array(Finding),
  /** The value to send as findings_seen; null if nothing was found. */
  findings_token: z.string().nullable(),
})

const SkillVersion = z.object({
  number: z.int(),
  description: z.string(),
  author_id: Id,
  agent_id: Id.nullable(),
  restored_from: z.int().nullable(),
  created_at: Timestamp,
})

components({ SkillVisibility: Visibility, SkillInstallation, Skill, SkillWithBody, SkillVersion })

export const listSkills = contract({
  summary: 'List the skills you can use: personal, team and public together, newest first',
  realm: 'organization',
  permission: 'skill:read',
  effect: 'read',
  stale_after: ['skill.*'],
  input: z.strictObject({
    visibility: Visibility.optional(),
    tag: Tag.optional(),
    q: Name.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Skill).extend(totals),
  http: [{ method: 'GET', path: '/api/skills' }],
  mcp: {
    tool: 'list_skills',
    category: 'Skills & Workflows',
    title: 'List skills',
    description:
      'List own, team and installed skills with what each is for, q begins a name; visibility: public lists those of strangers too.',
    concise: ['slug', 'name', 'description', 'tags', 'trust', 'source'],
  },
})

export const listTeamSkills = contract({
  summary: 'List the skills a team works with: its own, and those of the whole organization',
  realm: 'organization',
  permission: 'skill:read',
  effect: 'read',
  stale_after: ['skill.*'],
  input: z.strictObject({ team: TeamRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Skill),
  http: [{ method: 'GET', path: '/api/teams/:id/skills', params: { id: 'team' } }],
})

export const createSkill = contract({
  summary: 'Create a skill',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'create',
  creates: { ref: 'skill', field: 'slug' },
  needs_proven_email: true,
  input: z.strictObject({
    name: Name,
    slug: Slug.optional(),
    description: Description,
    body: Body,
    tags: Tags.default([]),
    visibility: Visibility.default('personal'),
    team: TeamRef.optional(),
  }),
  output: Skill,
  http: [{ method: 'POST', path: '/api/skills' }],
  rehearsal: { input: { slug: '$new_handle', visibility: 'team' } },
})

export const getSkill = contract({
  summary: 'A skill with its text',
  realm: 'organization',
  permission: 'skill:read',
  effect: 'read',
  stale_after: ['skill.*'],
  input: z.strictObject({ skill: SkillRef, from: z.int().min(0).max(100_000).default(0) }),
  output: SkillWithBody,
  http: [{ method: 'GET', path: '/api/skills/:id', params: one }],
  mcp: {
    tool: 'get_skill',
    category: 'Skills & Workflows',
    title: 'Read a skill',
    description: 'Load a skill’s full text when you need it, minding its trust; go on with from: next_from.',
    reads_on: { text: 'body', from: 'from', next: 'next_from' },
  },
})

export const updateSkill = contract({
  summary: 'Change a skill; a new text or description creates a new version',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'change',
  input: z.strictObject({
    skill: SkillRef,
    name: Name.optional(),
    slug: Slug.optional(),
    description: Description.optional(),
    body: Body.optional(),
    tags: Tags.optional(),
    visibility: Visibility.optional(),
    team: TeamRef.nullable().optional(),
    version: Version.optional(),
  }),
  output: Skill,
  http: [
    { method: 'PUT', path: '/api/skills/:id', params: one },
    { method: 'PATCH', path: '/api/skills/:id', params: one },
  ],
  rehearsal: { input: { body: 'Another text', visibility: 'public', team: null } },
})

export const deleteSkill = contract({
  summary: 'Delete a skill; a public one is taken down',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'delete',
  input: z.strictObject({ skill: SkillRef }),
  output: Skill,
  http: [{ method: 'DELETE', path: '/api/skills/:id', params: one }],
})

export const restoreSkill = contract({
  summary: 'Restore a deleted skill; one that was public is restored for the organization only',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'change',
  input: z.strictObject({ skill: SkillRef }),
  output: Skill,
  http: [{ method: 'POST', path: '/api/skills/:id/restore', params: one }],
  rehearsal: { after: 'deleteSkill', carry: { skill: 'id' } },
})

export const copySkill = contract({
  summary: 'Copy a skill you can read as your own personal skill',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'create',
  needs_proven_email: true,
  input: z.strictObject({ skill: SkillRef, slug: Slug.optional(), findings_seen: FindingsSeen.optional() }),
  output: Skill,
  http: [{ method: 'POST', path: '/api/skills/:id/copy', params: one }],
})

export const listSkillVersions = contract({
  summary: 'List the versions of a skill, newest first',
  realm: 'organization',
  permission: 'skill:read',
  effect: 'read',
  stale_after: ['skill.*'],
  input: z.strictObject({ skill: SkillRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(SkillVersion),
  http: [{ method: 'GET', path: '/api/skills/:id/versions', params: one }],
})

export const addSkillVersion = contract({
  summary: 'Change the text of a skill, as a new version',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'create',
  input: z.strictObject({ skill: SkillRef, body: Body, description: Description.optional(), version: Version.optional() }),
  output: Skill,
  http: [{ method: 'POST', path: '/api/skills/:id/versions', params: one }],
})

export const getSkillVersion = contract({
  summary: 'One version of a skill with its text',
  realm: 'organization',
  permission: 'skill:read',
  effect: 'read',
  stale_after: ['skill.*'],
  input: z.strictObject({ skill: SkillRef, number: Number }),
  output: SkillVersion.extend({ body: z.string() }),
  http: [{ method: 'GET', path: '/api/skills/:id/versions/:number', params: one }],
})

export const restoreSkillVersion = contract({
  summary: 'Restore an old version of a skill, as a new version',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'change',
  input: z.strictObject({ skill: SkillRef, number: Number, version: Version.optional() }),
  output: Skill,
  http: [{ method: 'POST', path: '/api/skills/:id/versions/:number/restore', params: one }],
})

export const getPublicSkill = contract({
  summary: 'A public skill as everyone sees it',
  realm: 'public',
  permission: 'anyone',
  effect: 'read',
  input: z.strictObject({ slug: Slug }),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    organization: z.string(),
    revision: z.int(),
    body: z.string(),
    findings: z.array(Finding),
    published_at: Timestamp,
    updated_at: Timestamp,
  }),
  http: [{ method: 'GET', path: '/api/skills/public/:slug' }],
  rehearsal: { after: 'updateSkill', carry: { slug: 'slug' } },
})
