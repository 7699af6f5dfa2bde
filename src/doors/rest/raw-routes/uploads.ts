import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operations } from '../../../capabilities/operations.ts'
import { authorize } from '../../../kernel/authorize.ts'
import type { Call } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { reencode } from '../../../platform/pictures.ts'
import { callOf, type WhoCalls } from '../caller.ts'
import { keepIfStored } from '../keep-if-stored.ts'
import type { Limits } from '../../shared/limits.ts'
import { pictureWork } from '../picture-work.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { setPicture } from '../../../capabilities/identity/settings/settings.contract.ts'
import { setTeamPicture } from '../../../capabilities/organizations/teams/current-team.contract.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  callerOf: WhoCalls
}

const largest = 5 * 1024 * 1024
const sizes = { avatar: { width: 512, height: 512 }, cover: { width: 1600, height: 400 } }

const upload = {
  method: 'POST',
  area: 'identity',
  body: { 'image/*': null },
  answers: { 200: { description: 'Stored', content: { 'application/json': setPicture.output } } },
} as const
const teamPicture: RawRoute = {
  ...upload,
  area: 'organizations',
  path: '/api/team/avatar',
  operationId: 'uploadTeamAvatar',
  summary: 'Set your current team’s picture, or that of another team you lead; at most 5 MiB, sent as the request body',
  query: { team: { type: 'string', description: 'Handle or id; without it your current team is meant' } },
  answers: { 200: { description: 'Stored', content: { 'application/json': setTeamPicture.output } } },
}
const pictures = {
  avatar: {
    ...upload,
    path: '/api/settings/avatar',
    operationId: 'uploadAvatar',
    summary: 'Set your picture; at most 5 MiB, sent as the request body',
  },
  cover: {
    ...upload,
    path: '/api/settings/cover',
    operationId: 'uploadCover',
    summary: 'Set your cover picture; at most 5 MiB, sent as the request body',
  },
} satisfies Record<string, RawRoute>
const picture: RawRoute = {
  method: 'GET',
  path: '/files/:name',
  operationId: 'getPicture',
  area: 'identity',
  summary: 'A picture of a person or a team',
  open: true,
  answers: { 200: { description: 'The picture', content: { 'image/webp': null } } },
}
export const pictureRoutes: RawRoute[] = [pictures.avatar, pictures.cover, teamPicture, picture]

/** The picture is the request body; the sender is authenticated before any of it is read. */
export function mountUploads(app: FastifyInstance, { kernel, operations, limits, callerOf }: Deps): void {
  const { files } = kernel.services
  /** Stores the re-encoded body of a request, which `store` then puts in its place; the file is removed if that is refused. */
  const receive = async (
    request: FastifyRequest,
    size: (typeof sizes)['avatar'],
    store: (file: string, call: Call) => Promise<unknown>,
  ) => {
    const { body, principal } = request
    const reencoded = Buffer.isBuffer(body) ? await pictureWork(principal, () => reencode(body, size)) : null
    if (!reencoded) {
      throw new Refusal(
        'invalid',
        'Send a JPEG, PNG, WebP, GIF or AVIF of at most 5 MiB and 25 megapixels as the body, with its Content-Type.',
      )
    }
    const file = await files.put(reencoded)
    // Every upload is stored under a new name, so none is a repeat of another.
    return keepIfStored(files, file, () => store(file, { ...callOf(request), idempotencyKey: undefined }))
  }
  const accept = ({ contract }: Operation, mount: (routes: FastifyInstance) => void) =>
    app.register(async (routes) => {
      routes.decorateRequest('principal')
      routes.removeAllContentTypeParsers()
      routes.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) => done(null, body))
      routes.addHook('onRequest', async (request) => {
        request.principal = await callerOf(request)
        limits.requireOperation(request.principal, request.client, 'write')
        authorize(contract, request.principal, kernel.clock.now())
      })
      mount(routes)
    })
  const ofPerson = operations.get('setPicture')
  accept(ofPerson, (routes) => {
    for (const place of ['avatar', 'cover'] as const) {
      routes.post(pictures[place].path, (request) =>
        receive(request, sizes[place], (file, call) => execute(kernel, ofPerson, request.principal, { place, file }, call)),
      )
    }
  })
  const ofTeam = operations.get('setTeamPicture')
  accept(ofTeam, (routes) => {
    routes.post(teamPicture.path, (request) => {
      const { team } = request.query as { team?: string }
      return receive(request, sizes.avatar, (file, call) =>
        execute(kernel, ofTeam, request.principal, { file, ...(team !== undefined && { team }) }, call),
      )
    })
  })

  app.get(picture.path, async (request, reply) => {
    const file = await files.get((request.params as { name: string }).name)
    if (!file) {
      limits.requireAnonymous(request.client)
      throw new Refusal('not_found', 'There is no such file.')
    }
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp')
    return reply.header('content-length', file.size).send(file.content)
  })
}
