import { z } from 'zod'
import { Cursor, Id, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { Citation, Dropped } from '../../assistant/sessions/ai-sessions.contract.ts'
import { ProjectRef } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Kind = z.enum(['project', 'epic', 'story', 'task', 'feature', 'spec', 'decision', 'note', 'skill', 'agent', 'memory'])
const PublicKind = z.enum(['project', 'note', 'skill', 'agent', 'doc', 'page', 'post', 'profile'])
const text = z
  .string()
  .trim()
  .max(2000)
  .regex(/^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u, 'must be text')
const Query = text.min(1)
const few = z.int().min(1).max(50).default(20)
const where = { kinds: z.array(Kind).min(1).max(11).optional(), project: ProjectRef.optional() }

/** Text as it stands, and where in it the words of the question are, counted as JavaScript counts. */
const Marked = z.object({ text: z.string(), marks: z.array(z.object({ start: z.int(), end: z.int() })) })
const Place = z.object({ id: Id, slug: z.string(), name: z.string() }).nullable()
const Named = z.object({ kind: Kind, id: Id, ref: z.string().nullable(), title: z.string(), project: Place, updated_at: Timestamp })

const Hit = z.object({
  ...Named.shape,
  /** Of a task, story or epic. */
  status: z.string().nullable(),
  title_marks: Marked.shape.marks,
  snippet: Marked,
  /** The comment or entry that the snippet is from, where it is not the thing itself. */
  comment_id: Id.nullable(),
  score: z.number(),
  why: z.object({
    /** It bears the name asked for. */
    exact: z.boolean(),
    /** Words of the question that stand in it, in its comments included. */
    words: z.array(z.string()),
    /** How near its meaning is, from -1 to 1; null where there is no vector to compare. */
    meaning: z.number().nullable(),
  }),
})

components({ SearchKind: Kind, MarkedText: Marked, SearchHit: Hit })
const found = {
  mode: z.enum(['hybrid', 'text']),
  /** Why meaning was not searched, where it was not. */
  note: z.string().nullable(),
}

const read = { realm: 'organization', permission: 'search:read', effect: 'read' } as const

export const search = contract({
  ...read,
  summary: 'Search everything you can see by words and meaning',
  // A ranking is not computed again with every task: only for memories, whose page is a search.
  stale_after: ['memory.*'],
  input: z.strictObject({
    q: Query,
    ...where,
    /** Also what is in archived projects; a project that is named is searched whether it is archived or not. */
    archived: z.boolean().default(false),
    limit: few,
    cursor: Cursor.optional(),
  }),
  output: page(Hit).extend({ facets: z.array(z.object({ kind: Kind, count: z.int() })), ...found }),
  http: [{ method: 'GET', path: '/api/search' }],
})

export const listSuggestions = contract({
  ...read,
  summary: 'Suggest things by key or title while their name is typed; without text, what you last worked on',
  stale_after: Kind.options.map((kind) => `${kind}.*`),
  input: z.strictObject({ q: text.default(''), ...where, limit: z.int().min(1).max(20).default(8) }),
  output: z.object({ items: z.array(Named) }),
  http: [{ method: 'GET', path: '/api/search/suggestions' }],
})

export const searchWithAi = contract({
  ...read,
  summary: 'Search by words and meaning; with a language model, also a written answer that cites its sources',
  stale_after: ['memory.*'],
  input: z.strictObject({ q: Query, ...where, limit: few }),
  output: z.object({
    items: z.array(Hit),
    ...found,
    answer: z.string().nullable(),
    /** Why there is no answer, or not a whole one. */
    answer_note: z.string().nullable(),
    /** What the answer names by number, as [2]. */
    citations: z.array(Citation),
    dropped: z.array(Dropped),
  }),
  http: [{ method: 'POST', path: '/api/search/ai' }],
})

export const searchPublic = contract({
  summary: 'Search what is published: projects, notes, skills, agents, docs, posts, profiles',
  realm: 'public',
  permission: 'anyone',
  effect: 'read',
  input: z.strictObject({ q: Query, kinds: z.array(PublicKind).min(1).max(8).optional(), limit: few, cursor: Cursor.optional() }),
  output: page(
    z.object({
      kind: PublicKind,
      slug: z.string(),
      title: z.string(),
      snippet: Marked,
      organization: z.string().nullable(),
      published_at: Timestamp,
      updated_at: Timestamp,
    }),
  ),
  http: [{ method: 'GET', path: '/api/search/public' }],
  rehearsal: { input: { q: '$shared_word' } },
})

const job = { permission: 'system', effect: 'change', job: true, input: z.strictObject({}) } as const

export const queueDocumentEmbeddings = contract({
  ...job,
  summary: 'Ask for the vectors of what was written since, wherever it is',
  realm: 'identity',
  output: z.object({ organizations: z.int() }),
})

export const embedDocuments = contract({
  ...job,
  summary: 'Embed what an organization can search and has no vector yet',
  realm: 'organization',
  output: z.object({ embedded: z.int() }),
})
