import type { FastifyRequest } from 'fastify'
import type { Limits } from '../shared/limits.ts'
import { maxSubscriptions } from './resources/live.ts'

type Message = { method?: unknown; params?: { notifications?: { resourceSubscriptions?: unknown } } } | null | undefined

const readsOfPrompt = 5

/** A tool call is rate limited by its operation when it runs; any other message counts as the reads it causes. */
export function limitMessages(limits: Limits, { body, principal, client }: FastifyRequest): void {
  const messages = (Array.isArray(body) ? body : [body]) as Message[]
  const reads = messages.reduce((sum, message) => sum + readsOf(message), 0)
  for (let read = 0; read < reads; read++) limits.requireOperation(principal, client, 'read')
}

/** A prompt reads several things, and a subscription reads each of its resources. */
function readsOf(message: Message): number {
  if (message?.method === 'tools/call') return 0
  if (message?.method === 'prompts/get') return readsOfPrompt
  const watched = message?.method === 'subscriptions/listen' ? message.params?.notifications?.resourceSubscriptions : undefined
  return 1 + (Array.isArray(watched) ? Math.min(watched.length, maxSubscriptions) : 0)
}
