import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { Linked } from '../../links/links.contract.ts'
import { restoredBy } from '../../restoring.contract.ts'
import { Moment, ProjectRef, Slug, Title, stamps, totals } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const NoteRef = ref('note', Id)
const Content = z
  .string()
  .max(100_000)
  .regex(/^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u, 'must be text')
const Tag = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^\p{Cc}\p{Cs},]+$/u, 'must be text without commas')
const Tags = z.array(Tag).max(20)
/** A key, id or title, as written in [[…]]. */
const LinkName = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be one line of text')
const Links = z.array(LinkName).max(50)
const Search = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be one line of text')

const summary = {
  id: Id,
  project_id: Id.nullable(),
  owner_id: Id.nullable(),
  title: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
  public_slug: z.string().nullable(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
}
const NoteSummary = z.object(summary)
const Note = z.object({
  ...summary,
  content: z.string(),
  content_length: z.int(),
  /** Where to continue if the content was truncated: get_note with this offset. */
  next_offset: z.int().nullable(),
  links: z.array(Linked),
  unresolved: z.array(z.string()),
})

components({ NoteSummary, Note })

const read = { realm: 'organization', permission: 'note:read', effect: 'read' } as const
const change = { realm: 'organization', permission: 'note:write', effect: 'change' } as const
const one = { id: 'note' }
const ofProject = { slug: 'project' }

export const createNote = contract({
  summary: 'Create a note',
  realm: 'organization',
  permission: 'note:write',
  effect: 'create',
  creates: { ref: 'note', field: 'id' },
  input: z.strictObject({
    project: ProjectRef.optional(),
    title: Title,
    content: Content.optional(),
    tags: Tags.optional(),
    links: Links.optional(),
    pinned: z.boolean().optional(),
  }),
  output: Note,
  http: [
    { method: 'POST', path: '/api/notes' },
    { method: 'POST', path: '/api/projects/:slug/notes', params: ofProject },
  ],
  mcp: {
    tool: 'create_note',
    category: 'Notes',
    title: 'Create a note',
    description: 'Write a markdown note, in a project or, without one, for yourself; [[WEB-12]] or [[Title]] in it links.',
    concise: ['id', 'unresolved', 'version'],
  },
})

export const listNotes = contract({
  ...read,
  summary: 'List notes: pinned first, then newest; a search lists the best first',
  stale_after: ['note.*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    personal: z.boolean().default(false),
    tag: Tag.optional(),
    search: Search.optional(),
    since: Moment.optional(),
    until: Moment.optional(),
    deleted: z.boolean().default(false),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(NoteSummary).extend(totals),
  http: [
    { method: 'GET', path: '/api/notes' },
    { method: 'GET', path: '/api/projects/:slug/notes', params: ofProject },
  ],
  mcp: {
    tool: 'list_notes',
    category: 'Notes',
    title: 'List notes',
    description: 'Find notes by words, tag or day of the last change; get_note reads one.',
    concise: ['id', 'title', 'excerpt', 'tags', 'pinned', 'updated_at'],
  },
})

export const getNote = contract({
  ...read,
  summary: 'Get a note with its links and what links to it',
  stale_after: ['note.*'],
  input: z.strictObject({ note: NoteRef, offset: z.int().min(0).max(100_000).default(0) }),
  output: Note.extend({ backlinks: z.array(Linked) }),
  http: [{ method: 'GET', path: '/api/notes/:id', params: one }],
  mcp: {
    tool: 'get_note',
    category: 'Notes',
    title: 'Read a note',
    description: 'Read one note, its links and what links to it; go on with offset: next_offset.',
    reads_on: { text: 'content', from: 'offset', next: 'next_offset' },
  },
})

export const updateNote = contract({
  ...change,
  summary: 'Update a note',
  input: z.strictObject({
    note: NoteRef,
    title: Title.optional(),
    content: Content.optional(),
    tags: Tags.optional(),
    links: Links.optional(),
    pinned: z.boolean().optional(),
    version: Version.optional(),
  }),
  output: Note,
  http: [
    { method: 'PUT', path: '/api/notes/:id', params: one },
    { method: 'PATCH', path: '/api/notes/:id', params: one },
  ],
  mcp: {
    tool: 'update_note',
    category: 'Notes',
    title: 'Update a note',
    description: 'Change only the named fields of a note; content, tags and links are replaced.',
    concise: ['id', 'unresolved', 'version'],
    idempotent: true,
  },
})

export const deleteNote = contract({
  summary: 'Delete a note; it can be restored',
  realm: 'organization',
  permission: 'note:write',
  effect: 'delete',
  input: z.strictObject({ note: NoteRef }),
  output: NoteSummary,
  http: [{ method: 'DELETE', path: '/api/notes/:id', params: one }],
  mcp: {
    tool: 'delete_note',
    category: 'Notes',
    title: 'Delete a note',
    description: 'Delete a note that is no longer wanted, and take it down if it was public.',
    concise: ['id', 'deleted_at'],
    idempotent: true,
    undo: { how: 'delete_note with restore: true' },
    variants: restoredBy('restoreNote', 'note'),
  },
})

export const restoreNote = contract({
  ...change,
  summary: 'Restore a deleted note',
  input: z.strictObject({ note: NoteRef }),
  output: NoteSummary,
  http: [{ method: 'POST', path: '/api/notes/:id/restore', params: one }],
  rehearsal: { after: 'deleteNote', carry: { note: 'id' } },
})

export const publishNote = contract({
  ...change,
  summary: 'Publish a note under a public address',
  needs_person: true,
  input: z.strictObject({ note: NoteRef, slug: Slug.optional() }),
  output: NoteSummary,
  http: [{ method: 'POST', path: '/api/notes/:id/publish', params: one }],
})

export const unpublishNote = contract({
  summary: 'Unpublish a note',
  realm: 'organization',
  permission: 'note:write',
  effect: 'delete',
  input: z.strictObject({ note: NoteRef }),
  output: NoteSummary,
  http: [{ method: 'DELETE', path: '/api/notes/:id/publish', params: one }],
})

export const getPublicNote = contract({
  summary: 'A published note as the public sees it',
  realm: 'public',
  permission: 'anyone',
  effect: 'read',
  input: z.strictObject({ slug: Slug }),
  output: z.object({
    slug: z.string(),
    title: z.string(),
    content: z.string(),
    tags: z.array(z.string()),
    published_at: Timestamp,
    updated_at: Timestamp,
  }),
  http: [{ method: 'GET', path: '/api/notes/public/:slug' }],
  rehearsal: { input: { slug: '$shared_note' } },
})
