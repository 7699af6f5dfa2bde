import { z } from 'zod'
import { Cursor, Id, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { Citation, Dropped } from '../../assistant/sessions/ai-sessions.contract.ts'
import { Confidence, Found as FoundGrade } from '../../memory/search/memory-search.contract.ts'
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
/** Without a limit: twenty, and of what holds no word of the question only the two that come closest, after everything else. */
const fewLegible = z.int().min(1).max(50).optional()
const where = { kinds: z.array(Kind).min(1).max(11).optional(), project: ProjectRef.optional() }

/** Plain text, and where the words of the question are in it, as JavaScript string indices. */
const Marked = z.object({ text: z.string(), marks: z.array(z.object({ start: z.int(), end: z.int() })) })
const Place = z.object({ id: Id, slug: z.string(), name: z.string() }).nullable()
const Named = z.object({ kind: Kind, id: Id, ref: z.string().nullable(), title: z.string(), project: Place, updated_at: Timestamp })

const Hit = z.object({
  ...Named.shape,
  /** For a task, story or epic. */
  status: z.string().nullable(),
  title_marks: Marked.shape.marks,
  snippet: Marked,
  /** The comment or entry that the snippet comes from, if it isn't the thing itself. */
  comment_id: Id.nullable(),
  confidence: Confidence,
  score: z.number(),
  why: z.object({
    /** Its name is the one asked for. */
    exact: z.boolean(),
    /** Words of the question that occur in it, including its comments. */
    words: z.array(z.string()),
    /** How close its meaning is, from -1 to 1; null if there is no vector to compare. */
    meaning: z.number().nullable(),
  }),
})

components({ SearchKind: Kind, MarkedText: Marked, SearchHit: Hit })
const found = {
  found: FoundGrade,
  mode: z.enum(['hybrid', 'text']),
  /** Why meaning was not searched, if it wasn't, and that nothing answers for certain. */
  note: z.string().nullable(),
}

const read = { realm: 'organization', permission: 'search:read', effect: 'read' } as const

export const search = contract({
  ...read,
  summary: 'Search everything you can see by words and meaning',
  // A ranking isn't recomputed for every task change: only for memories, whose page is a search.
  stale_after: ['memory.*'],
  input: z.strictObject({
    q: Query,
    ...where,
    /** Also searches archived projects; a project that is named is searched whether it is archived or not. */
    archived: z.boolean().default(false),
    limit: fewLegible,
    cursor: Cursor.optional(),
  }),
  output: page(Hit).extend({
    /** How many that come less close were left out, because no limit was given. */
    left_out: z.int(),
    facets: z.array(z.object({ kind: Kind, count: z.int() })),
    ...found,
  }),
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
  input: z.strictObject({ q: Query, ...where, limit: fewLegible }),
  output: z.object({
    items: z.array(Hit),
    ...found,
    answer: z.string().nullable(),
    /** Why there is no answer, or only part of one. */
    answer_note: z.string().nullable(),
    /** What the answer cites by number, such as [2]. */
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
