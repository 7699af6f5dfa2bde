import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Operations } from '../../../capabilities/operations.ts'
import { instanceLog } from '../../../kernel/audit.ts'
import { system } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { isSignedEvent, readEvent } from '../../../platform/billing.ts'
import type { Limits } from '../../shared/limits.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { callOf } from '../caller.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
}

export const billingWebhookRoute: RawRoute = {
  method: 'POST',
  path: '/api/billing/webhook',
  operationId: 'receiveBillingWebhook',
  area: 'administration',
  summary: 'Where the billing provider sends its events, signed with BILLING_WEBHOOK_SECRET',
  open: true,
  body: { 'application/json': null },
  answers: { 200: { description: 'Taken', content: { 'application/json': z.object({ repeated: z.boolean(), changed: z.boolean() }) } } },
}

/** The signature covers the raw bytes, so they are parsed only after it has been verified. */
export function mountBillingWebhook(app: FastifyInstance, { kernel, operations, limits }: Deps): void {
  const receive = operations.get('receiveBillingEvent')
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    routes.post(billingWebhookRoute.path, async (request, reply) => {
      const { BILLING_WEBHOOK_SECRET: secret } = kernel.services.config
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const header = typeof signature === 'string' ? signature : undefined
      if (!secret || !isSignedEvent(body, header, secret, kernel.clock.now())) {
        limits.requireAnonymous(request.client)
        throw new Refusal(
          'unauthenticated',
          'The signature of this event is not right. Compare the webhook’s secret with BILLING_WEBHOOK_SECRET.',
        )
      }
      const event = readEvent(String(body))
      if (!event) throw new Refusal('invalid', 'This is not an event from the billing provider.')
      const taken = await execute(kernel, receive, system(instanceLog), event, { ...callOf(request), idempotencyKey: undefined })
      return reply.code(200).send(taken)
    })
  })
}
