import { z } from 'zod'
import { Version, contract } from '../../../kernel/contract.ts'
import { Name, SkillRef, Slug, Tag, TeamRef } from '../../vocabulary.contract.ts'
import { Skill, Visibility } from '../skills.contract.ts'
import { ContentHash, Finding, FindingsSeen } from './directory.contract.ts'

/** A zip of at most 4 MiB in base64, because operations carry text. The doors receive and send the raw bytes. */
const Archive = z.base64().min(30).max(6_000_000)

export const importSkill = contract({
  summary: 'Import a skill from a zip of its directory: a new skill, or a new version of one',
  realm: 'organization',
  permission: 'skill:write',
  effect: 'create',
  needs_proven_email: true,
  input: z.strictObject({
    archive: Archive,
    /** The skill that gets a new version; without it, a new skill is created. */
    skill: SkillRef.optional(),
    name: Name.optional(),
    tags: z.array(Tag).max(20).optional(),
    visibility: Visibility.exclude(['public']).optional(),
    team: TeamRef.optional(),
    version: Version.optional(),
  }),
  output: Skill,
  rehearsal: { input: { archive: '$skill_archive', team: '$nothing', skill: '$nothing' } },
})

export const exportSkill = contract({
  summary: 'A skill of your organization as a directory, packed as a zip',
  realm: 'organization',
  permission: 'skill:read',
  not_impersonated: true,
  effect: 'read',
  input: z.strictObject({ skill: SkillRef }),
  output: z.object({ name: z.string(), hash: z.string(), archive: z.string() }),
})

const open = { realm: 'public', permission: 'anyone', effect: 'read' } as const

/** For programs that show findings to nobody, so the list holds only skills without any. */
const Package = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  publisher: z.string(),
  revision: z.int(),
  hash: z.string(),
  updated_at: z.string(),
})

export const listPackages = contract({
  ...open,
  summary: 'Published skills in which a scan finds nothing, newest first',
  input: z.strictObject({ limit: z.int().min(1).max(1000).default(1000) }),
  output: z.object({ items: z.array(Package) }),
})

export const getPackage = contract({
  ...open,
  summary: 'A published skill as a directory, packed as a zip; if a scan finds something, only for those who have seen the findings',
  input: z.strictObject({ slug: Slug, hash: ContentHash.optional(), findings_seen: FindingsSeen.optional() }),
  output: Package.extend({ archive: z.string(), findings: z.array(Finding) }),
  rehearsal: { after: 'updateSkill', carry: { slug: 'slug' } },
})
