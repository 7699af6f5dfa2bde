import { expect } from 'vitest'
import { createAssistant } from '../../../src/platform/assistant/assistant.ts'
import { askEndpoint, EndpointError } from '../../../src/platform/embeddings/endpoint-request.ts'
import type { Peer, World } from './peer.ts'

export const model: Peer = {
  name: 'a model',
  calls({ config }: World) {
    const chunk = (delta: object, more: object = {}) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`
    const text = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'Hel' }),
      chunk({ content: 'lo.' }),
      chunk({}, { finish_reason: 'stop' }),
    ]
    const prompt = { system: 'x', messages: [{ role: 'user' as const, content: 'x' }] }
    return [
      {
        does: 'answers a question',
        ask: () => createAssistant(config).write(prompt),
        says: () => `${text.join('')}data: [DONE]\n\n`,
        gives: expect.objectContaining({ text: 'Hello.', ended: 'done', note: null }),
      },
    ]
  },
}

export const embeddings: Peer = {
  name: 'an endpoint for embeddings',
  fails: (error) => error instanceof EndpointError,
  calls: ({ url }: World) => [
    {
      does: 'embeds',
      ask: () => askEndpoint({ url, model: 'x' }, ['a', 'b'], AbortSignal.timeout(20_000)),
      says: () => ({
        data: [
          { index: 0, embedding: [0, 1] },
          { index: 1, embedding: [1, 0] },
        ],
      }),
      gives: [new Float32Array([0, 1]), new Float32Array([1, 0])],
    },
  ],
}
