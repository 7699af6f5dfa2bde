import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Operations } from '../../../capabilities/operations.ts'
import { pushOf, repositoriesAt } from '../../../capabilities/repositories/evidence/pushed-repositories.ts'
import { instanceLog } from '../../../kernel/audit.ts'
import { system } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import type { Limits } from '../../shared/limits.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { callOf } from '../caller.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
}

/** GitHub sends up to 25 MiB; the next sync reads what a webhook larger than this is about anyway. */
const largest = 5 * 1024 * 1024

const Received = z.object({ repositories: z.int(), repeated: z.boolean() })
export const hostWebhookRoute: RawRoute = {
  method: 'POST',
  path: '/api/repos/github/webhook',
  operationId: 'receiveGitHubWebhook',
  area: 'repositories',
  summary: 'Where the GitHub App sends its webhooks, signed with CODEHOST_WEBHOOK_SECRET',
  open: true,
  body: { 'application/json': null },
  answers: { 202: { description: 'Taken; what it is about is synced in the background', content: { 'application/json': Received } } },
}

/** A delivery is trusted only for what it is about; everything else is read from the host. */
const About = z.object({
  repository: z.object({ id: z.int() }).nullish(),
  installation: z.object({ id: z.int() }).nullish(),
})
const Name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/)

/** The signature covers the raw bytes, so they are parsed only after it has been verified. */
export function mountHostWebhook(app: FastifyInstance, { kernel, operations, limits }: Deps): void {
  const receive = operations.get('receiveHostDelivery')
  // Evidence about a commit that was replaced is voided without waiting for the sync.
  const hear = async (host_id: number, push: NonNullable<ReturnType<typeof pushOf>>) => {
    for (const { org_id, repository_id } of await repositoriesAt(kernel.database, host_id))
      await execute(kernel, operations.get('hearPush'), system(org_id), { repository_id, ...push }, { door: 'rest' })
  }
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) => done(null, body))
    routes.post(hostWebhookRoute.path, async (request, reply) => {
      const { 'x-hub-signature-256': signature, 'x-github-delivery': id, 'x-github-event': kind } = request.headers
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!kernel.services.codeHost.isSigned(body, typeof signature === 'string' ? signature : undefined)) {
        limits.requireAnonymous(request.client)
        throw new Refusal(
          'unauthenticated',
          'The signature of this webhook is not ours. Compare the secret of the app with CODEHOST_WEBHOOK_SECRET.',
        )
      }
      const [delivery, event, about] = [Name.safeParse(id), Name.safeParse(kind), About.safeParse(parsed(body))]
      if (!delivery.success || !event.success || !about.success) throw new Refusal('invalid', 'This is not a webhook from GitHub.')
      const { repository, installation } = about.data
      const input = { delivery: delivery.data, event: event.data, host_id: repository?.id ?? null, installation: installation?.id ?? null }
      // Handle the push before recording the delivery, which starts the sync: a failure here leaves the delivery to be redelivered. Idempotent.
      const push = pushOf(event.data, parsed(body))
      if (push && repository) await hear(repository.id, push)
      const received = await execute(kernel, receive, system(instanceLog), input, { ...callOf(request), idempotencyKey: undefined })
      return reply.code(202).send(received)
    })
  })
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}
