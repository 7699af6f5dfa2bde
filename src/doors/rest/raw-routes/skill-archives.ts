import type { FastifyInstance, FastifyReply } from 'fastify'
import type { InputOf, Operations } from '../../../capabilities/operations.ts'
import { importSkill } from '../../../capabilities/skills/directory/archives.contract.ts'
import { authorize } from '../../../kernel/authorize.ts'
import { nobody } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Limits } from '../../shared/limits.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { callOf, type WhoCalls } from '../caller.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  callerOf: WhoCalls
}

const largest = 4.5 * 1024 * 1024
const text = { type: 'string' } as const
const zip = { 'application/zip': null }

const upload: RawRoute = {
  method: 'POST',
  path: '/api/skills/archive',
  operationId: 'uploadSkill',
  area: 'skills',
  summary: 'Import a skill from a zip of its directory, sent as the request body: a new skill, or a new version of `skill`',
  query: {
    skill: { ...text, description: 'The skill that gets another version; without it there will be a new one' },
    name: { ...text, description: 'What people call it; by default its slug' },
    visibility: { type: 'string', enum: ['personal', 'team'], default: 'personal' },
    team: { ...text, description: 'The team it is for' },
  },
  body: zip,
  answers: { 201: { description: 'Stored', content: { 'application/json': importSkill.output } } },
}
const download: RawRoute = {
  method: 'GET',
  path: '/api/skills/:id/archive',
  operationId: 'downloadSkill',
  area: 'skills',
  summary: 'A skill of your organization as a zip of its directory',
  answers: { 200: { description: 'The archive', content: zip } },
}
const published: RawRoute = {
  method: 'GET',
  path: '/api/marketplace/:slug/archive',
  operationId: 'downloadPublishedSkill',
  area: 'skills',
  summary: 'A published skill as a zip of its files; if a scan finds something, only for those who have seen the findings',
  open: true,
  query: {
    hash: { ...text, description: 'Only exactly this content' },
    findings_seen: { ...text, description: 'The token that came with the findings' },
  },
  answers: { 200: { description: 'The archive', content: zip } },
}
export const skillArchiveRoutes = [upload, download, published]

const send = (reply: FastifyReply, name: string, hash: string, archive: string) =>
  reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .header('x-content-hash', hash)
    .send(Buffer.from(archive, 'base64'))

/** Archives are sent and received as raw bytes; the sender is authenticated before any of the body is read. */
export function mountSkillArchives(app: FastifyInstance, { kernel, operations, limits, callerOf }: Deps): void {
  const [bring, take, open] = [operations.get('importSkill'), operations.get('exportSkill'), operations.get('getPackage')]
  app.register(async (routes) => {
    routes.decorateRequest('principal')
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) => done(null, body))
    routes.addHook('onRequest', async (request) => {
      request.principal = await callerOf(request)
      limits.requireOperation(request.principal, request.client, 'write')
      authorize(bring.contract, request.principal, kernel.clock.now())
    })
    routes.post(upload.path, async (request, reply) => {
      if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new Refusal('invalid', 'Send the zip as the body.')
      const { skill, name, visibility, team } = request.query as Record<string, string | undefined>
      const input = { archive: request.body.toString('base64'), skill, name, visibility, team } as InputOf<'importSkill'>
      return reply.code(201).send(await execute(kernel, bring, request.principal, input, callOf(request)))
    })
  })
  app.get(download.path, async (request, reply) => {
    const principal = await callerOf(request)
    limits.requireOperation(principal, request.client, 'read')
    const { id } = request.params as { id: string }
    const { name, hash, archive } = await execute(kernel, take, principal, { skill: id }, callOf(request))
    return send(reply, name, hash, archive)
  })
  app.get(published.path, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const { hash, findings_seen } = request.query as { hash?: string; findings_seen?: string }
    const found = await execute(kernel, open, nobody, { slug, hash, findings_seen }, callOf(request))
    return send(reply, slug, found.hash, found.archive)
  })
}
