import { z } from 'zod'
import { Id, Timestamp, Version, ref } from '../kernel/contract.ts'
import { components } from './components.contract.ts'

/** Schemas that several capabilities share. */
export const Slug = z
  .string()
  .min(2)
  .max(64)
  .regex(/^[a-z0-9](-?[a-z0-9])*$/, 'must be lowercase letters, digits and single dashes')
export const Handle = z
  .string()
  .min(2)
  .max(39)
  .regex(/^[a-z0-9](-?[a-z0-9])*$/, 'must be lowercase letters, digits and single dashes')
/**
 * A handle that is to be claimed. The reserved prefixes are for what is left of an erased account, and for sandboxes. The words are fields that
 * every object of a program in JavaScript has: a client that keeps people by their handles would find one that nobody put there.
 */
export const NewHandle = Handle.regex(/^(?!deleted-|sandbox-)/, 'must not begin with deleted- or sandbox-').regex(
  /^(?!(?:constructor|prototype)$)/,
  'must not be a word that programs reserve',
)
// Line breaks are allowed in descriptions; other control characters and lone surrogates nowhere, since PostgreSQL refuses them.
const printable = /^[^\p{Cc}\p{Cs}]*$/u
const text = /^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u
export const Name = z.string().trim().min(1).max(120).regex(printable, 'must be one line of text')
export const Title = z.string().trim().min(1).max(300).regex(printable, 'must be one line of text')
export const Markdown = z.string().max(20_000).regex(text, 'must be text')
export const LongMarkdown = z.string().max(100_000).regex(text, 'must be text')
export const Tag = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[^\p{Cc}\p{Cs},]+$/u, 'must be text without commas')
/** Specs and decisions are named by ref, title or id. */
export const recordName = z.string().trim().min(1).max(200).regex(printable, 'must be a ref, a title or an id')

/** How well it is proven that something works: not at all, by somebody's word, an attachment, a person who looked, or CI. */
export const Proof = z.enum(['none', 'claimed', 'reported', 'observed', 'ci'])
/** The proof, and the checks that have passed with this rank. */
export const proven = { proof: Proof, proof_covers: z.array(z.string()) }

/** A day, which starts at midnight UTC, or a time with its zone. */
export const Moment = z
  .string()
  .max(40)
  .regex(
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d))?$/,
    'must be a day as 2026-01-31 or a time as 2026-01-31T12:00:00Z',
  )

const reference = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/, 'must be a name, key or id')
const titled = (max: number, names: string) => z.string().trim().min(1).max(max).regex(printable, `must be ${names}`)
export const ProjectRef = ref('project', titled(120, 'a slug, key, name or id'))
export const EpicRef = ref('epic', titled(300, 'a key, title or id'))
export const StoryRef = ref('story', titled(300, 'a key, title or id'))
export const TaskRef = ref('task', reference)
export const MilestoneRef = ref('milestone', titled(120, 'a name or id'))
export const MemberRef = ref('member', reference)
export const AgentRef = ref('agent', titled(120, 'a slug, name or id'))
export const SkillRef = ref('skill', reference)
export const OrganizationRef = ref('organization', reference)
export const TeamRef = ref('team', reference)
export const UserId = ref('user', Id)

/** Total length of a list of which an agent sees only a part; counted up to a thousand. */
export const totals = { total: z.int().optional(), total_capped: z.boolean().optional() }

/** What every stored resource carries. */
export const stamps = { created_at: Timestamp, updated_at: Timestamp, version: Version }

export const ItemKind = z.enum(['epic', 'story', 'task'])
/** The person an id stands for, in readable form. */
export const PersonName = z.object({ id: Id, handle: z.string(), name: z.string() })
export const AgentName = z.object({ id: Id, slug: z.string(), name: z.string() })
/** Who a task is assigned to: one person or one agent. */
export const Assignee = z.union([PersonName.extend({ kind: z.literal('person') }), AgentName.extend({ kind: z.literal('agent') })])

// Excludes the syntax of address lists in mail headers: one address stays one, however a mail server parses it. Each letter can be read in one way
// only: the pattern is tried on longer texts too, before anybody refuses them for their length.
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(
    /^[^\s@<>()[\]\\,;:"\0-\x1f\x7f]+@[^\s@<>()[\]\\,;:"\0-\x1f\x7f.]+(?:\.[^\s@<>()[\]\\,;:"\0-\x1f\x7f.]+)+$/,
    'must be an email address',
  )

const onCalendar = (day: string) => day >= '0001' && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
export const Day = z
  .string()
  .max(10)
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day as 2026-01-31')
  .refine(onCalendar, 'is not a day on the calendar')

/** An agent's session; a person's login sessions are something else, found under settings. */
export const SessionRef = ref('agent_session', Id)

export const SessionStatus = z.enum(['running', 'ended', 'stopped', 'lost'])
/** The client's own id of its conversation, as reported by its hooks: distinguishes one window from another. */
export const ClientSession = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.:@/-]+$/, 'must be the session id of your client')

components({ Title, Email, Moment, Day, ItemKind, PersonName, AgentName, Assignee, SessionStatus })
components({ ProjectRef, EpicRef, StoryRef, TaskRef, MilestoneRef, MemberRef, AgentRef, SkillRef, OrganizationRef, TeamRef })
