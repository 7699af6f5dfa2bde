import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operations, OutputOf } from '../../../capabilities/operations.ts'
import { nobody } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { repositoryOf, type Repository } from '../../../platform/git/objects.ts'
import { advertise, uploadPack } from '../../../platform/git/upload-pack.ts'
import { readZip } from '../../../platform/zip/read-zip.ts'
import type { Limits } from '../../shared/limits.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { callOf } from '../caller.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
}

const open = { method: 'GET', area: 'skills', open: true } as const
const json = { 'application/json': { type: 'object' } } as const

const index: RawRoute = {
  ...open,
  path: '/.well-known/agent-skills/index.json',
  operationId: 'getSkillIndex',
  summary: 'Published skills in which a scan finds nothing, as `npx skills add` discovers them',
  answers: { 200: { description: 'Agent Skills discovery 0.2.0', content: json } },
}
const one: RawRoute = {
  ...open,
  path: '/marketplace/:slug/.well-known/agent-skills/index.json',
  operationId: 'getSkillIndexOfOne',
  summary: 'The same for one skill, for `npx skills add …/marketplace/SLUG`',
  answers: { 200: { description: 'Agent Skills discovery 0.2.0', content: json } },
}
const plugins: RawRoute = {
  ...open,
  path: '/.claude-plugin/marketplace.json',
  operationId: 'getPluginMarketplace',
  summary: 'Published skills in which a scan finds nothing, as a marketplace of Claude Code plugins',
  answers: { 200: { description: 'The marketplace', content: json } },
}
const refs: RawRoute = {
  ...open,
  path: '/marketplace/git/:repo/info/refs',
  operationId: 'readSkillRefs',
  summary: 'A published skill as a git repository of one commit, read-only: its branch',
  query: { service: { type: 'string', enum: ['git-upload-pack'] } },
  required: ['service'],
  answers: { 200: { description: 'Git’s smart HTTP protocol', content: { 'application/x-git-upload-pack-advertisement': null } } },
}
const pack: RawRoute = {
  ...open,
  method: 'POST',
  path: '/marketplace/git/:repo/git-upload-pack',
  operationId: 'readSkillPack',
  summary: 'A published skill as a git repository of one commit, read-only: its content',
  body: { 'application/x-git-upload-pack-request': null },
  answers: { 200: { description: 'Git’s smart HTTP protocol', content: { 'application/x-git-upload-pack-result': null } } },
}
export const skillClientRoutes = [index, one, plugins, refs, pack]

const discovery = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
/** Only the newest are listed; any other skill must be named. */
const maxListed = 100

type Package = OutputOf<'getPackage'>

/** Programs that install skills don't show anyone what a scan finds, so they are offered only skills without findings, checked each time. */
export function mountSkillClients(app: FastifyInstance, { kernel, operations, limits }: Deps): void {
  const [list, get] = [operations.get('listPackages'), operations.get('getPackage')]
  const { APP_URL } = kernel.services.config
  const read = (request: FastifyRequest, slug: string): Promise<Package> => execute(kernel, get, nobody, { slug }, callOf(request))
  const listed = async (request: FastifyRequest) => (await execute(kernel, list, nobody, { limit: maxListed }, callOf(request))).items
  // Building an archive takes longer than looking up its digest, which never changes for the same content.
  const digests = new Map<string, string>()
  const digestOf = async (request: FastifyRequest, { slug, hash }: { slug: string; hash: string }) => {
    const known = digests.get(hash)
    if (known) return known
    const { archive } = await read(request, slug)
    const digest = `sha256:${createHash('sha256').update(Buffer.from(archive, 'base64')).digest('hex')}`
    if (digests.size > 5000) digests.clear()
    digests.set(hash, digest)
    return digest
  }
  const entry = async (request: FastifyRequest, { slug, hash, description }: Pick<Package, 'slug' | 'hash' | 'description'>) => ({
    name: slug,
    description: description.slice(0, 1024),
    type: 'archive',
    url: `${APP_URL}/api/marketplace/${slug}/archive?hash=${hash}`,
    digest: await digestOf(request, { slug, hash }),
  })
  const answer = (reply: FastifyReply, body: unknown) => reply.type('application/json; charset=utf-8').send(JSON.stringify(body))

  app.get(index.path, async (request, reply) => {
    limits.requireAnonymous(request.client)
    const skills = []
    for (const item of await listed(request)) {
      // A skill that was changed or taken down since it was listed is left out.
      const described = await entry(request, item).catch(() => null)
      if (described) skills.push(described)
    }
    return answer(reply, { $schema: discovery, skills })
  })
  app.get(one.path, async (request, reply) => {
    limits.requireAnonymous(request.client)
    const { slug } = request.params as { slug: string }
    return answer(reply, { $schema: discovery, skills: [await entry(request, await read(request, slug))] })
  })
  app.get(plugins.path, async (request, reply) => {
    limits.requireAnonymous(request.client)
    const items = await listed(request)
    const host = new URL(APP_URL).hostname.replaceAll('.', '-')
    return answer(reply, {
      name: `baton-${host}`.slice(0, 60).replace(/(?<!-)-+$/, ''),
      owner: { name: `Baton at ${new URL(APP_URL).host}` },
      plugins: items.map(({ slug, description, publisher, revision }) => ({
        name: slug,
        description: description.slice(0, 1024),
        version: `${revision}.0.0`,
        author: { name: publisher },
        source: { source: 'url', url: `${APP_URL}/marketplace/git/${slug}.git` },
      })),
    })
  })

  const repository = async (request: FastifyRequest): Promise<Repository> => {
    limits.requireAnonymous(request.client)
    const { repo } = request.params as { repo: string }
    return toRepository(await read(request, repo.replace(/\.git$/, '')))
  }
  app.get(refs.path, async (request, reply) => {
    const { service } = request.query as { service?: string }
    if (service !== 'git-upload-pack') throw new Refusal('invalid', 'This repository is read with git clone; nothing is pushed to it.')
    return reply.type('application/x-git-upload-pack-advertisement').send(advertise(await repository(request)))
  })
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) => done(null, body))
    routes.post(pack.path, async (request, reply) => {
      const result = Buffer.isBuffer(request.body) ? uploadPack(await repository(request), inflated(request, request.body)) : null
      if (!result)
        throw new Refusal('invalid', 'This is not a valid git request for this repository. It may have changed: repeat git clone.')
      return reply.type('application/x-git-upload-pack-result').send(result)
    })
  })
}

/** Git compresses longer requests. */
function inflated({ headers }: FastifyRequest, body: Buffer): Buffer {
  if (headers['content-encoding'] !== 'gzip') return body
  try {
    return gunzipSync(body, { maxOutputLength: 256 * 1024 })
  } catch {
    throw new Refusal('invalid', 'The body is not gzip, or too long.')
  }
}

/** A Claude Code plugin, which other clients read as a repository with one skill. */
function toRepository({ slug, name, description, publisher, revision, updated_at, archive }: Package): Repository {
  const limits = { files: 1000, fileBytes: 8 * 1024 * 1024, totalBytes: 8 * 1024 * 1024 }
  const files = readZip(Buffer.from(archive, 'base64'), limits).map((file) => ({ ...file, path: `skills/${slug}/${file.path}` }))
  const manifest = { name: slug, description: description.slice(0, 1024), version: `${revision}.0.0`, author: { name: publisher } }
  const plugin = { path: '.claude-plugin/plugin.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), executable: false }
  return repositoryOf([...files, plugin], { author: publisher, at: new Date(updated_at), message: `${name}, revision ${revision}` })
}
