import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { ProjectRef } from '../../vocabulary.contract.ts'

/** A text file of the repository: `AGENTS.md`, or what an assistant reads instead. */
const Path = z
  .string()
  .max(200)
  .regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+){0,5}\.(md|mdc|txt)$/, 'must be a text file such as AGENTS.md')
const RepositoryName = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')

const RepositoryHere = RepositoryName.optional()
const shown = {
  project: ProjectRef,
  path: Path.default('AGENTS.md').describe('other file name'),
  offset: z.int().min(0).max(2_000_000).default(0),
}

export const generateAgentsMd = contract({
  realm: 'organization',
  permission: 'repository:read',
  effect: 'read',
  summary:
    'Write AGENTS.md for a project and its repository: how to work here, stack, commands, layout, conventions, what was decided, specs, skills and workflows',
  input: z.strictObject({ ...shown, repo: RepositoryHere }),
  output: z.object({
    project: z.string(),
    repo: z.string().nullable(),
    path: z.string(),
    content: z.string(),
    content_length: z.int(),
    next_offset: z.int().nullable(),
    /** Whether it differs from the file in the repository. */
    changed: z.boolean(),
    sections: z.array(z.object({ name: z.string(), count: z.int(), more: z.boolean() })),
  }),
  mcp: {
    tool: 'generate_agents_md',
    category: 'Code hosting',
    title: 'Generate AGENTS.md',
    description: 'Write AGENTS.md from repository and decisions, around what people wrote.',
    idempotent: true,
    // Without `repo`, since most projects have one repository; in a project with several it is accepted all the same.
    shows: z.strictObject(shown),
    reads_on: { text: 'content', from: 'offset', next: 'next_offset' },
    variants: {
      input: { open_pr: z.boolean().optional().describe('as pull request') },
      changes: true,
      choose({ open_pr, idempotency_key, offset, ...given }) {
        if (open_pr !== true) return { given: { ...given, ...(offset !== undefined && { offset }) } }
        return { operation: 'proposeAgentsMd', given: { ...given, ...(idempotency_key !== undefined && { idempotency_key }) } }
      },
    },
  },
})

export const proposeAgentsMd = contract({
  realm: 'organization',
  permission: 'repository:write',
  effect: 'create',
  summary: 'Open a pull request with the generated AGENTS.md; the same content is proposed only once',
  input: z.strictObject({ project: ProjectRef, path: shown.path, repo: RepositoryHere }),
  output: z.object({
    project: z.string(),
    repo: z.string(),
    path: z.string(),
    /** False if the file has this content already; then no pull request is opened. */
    changed: z.boolean(),
    pull_request: z.object({ number: z.int(), url: z.string(), branch: z.string(), existed: z.boolean() }).nullable(),
  }),
  http: [{ method: 'POST', path: '/api/projects/:slug/agents-md', params: { slug: 'project' } }],
  rehearsal: { after: 'syncRepo', carry: { repo: 'repo' } },
})
