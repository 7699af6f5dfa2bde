import type { ServerResponse } from 'node:http'
import type { Shown } from './script.ts'
import type { Protocol } from './server.ts'

const json = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const textOf = (content: any): string =>
  typeof content === 'string' ? content : (content ?? []).map((part: any) => part.text ?? JSON.stringify(part)).join('\n')

/** What Claude Code appends to a result. */
const reminder = /\n\n<system-reminder>[^]*$/

/** Anthropic's Messages API, which Claude Code uses. */
export const anthropic: Protocol = {
  read({ method, url = '' }, body, response) {
    if (method === 'HEAD') return void response.writeHead(200).end()
    if (url.includes('count_tokens')) return json(response, { input_tokens: 1000 }) as undefined
    if (!url.includes('/v1/messages')) return void response.writeHead(404).end('{}')
    const parts = body.messages.flatMap(({ content }: any) => (Array.isArray(content) ? content : []))
    const results = parts.filter(({ type }: any) => type === 'tool_result')
    return {
      tools: body.tools ?? [],
      results: new Map(
        results.map((part: any): [string, Shown] => [
          part.tool_use_id,
          { text: textOf(part.content).replace(reminder, ''), isError: part.is_error === true },
        ]),
      ),
    }
  },

  write({ model, stream }, turn, response) {
    const content =
      'text' in turn
        ? [{ type: 'text', text: turn.text }]
        : turn.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }))
    const stop_reason = 'text' in turn ? 'end_turn' : 'tool_use'
    const usage = { input_tokens: 1000, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    const message = { id: `msg_${Date.now()}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage }
    if (!stream) return json(response, { ...message, content, stop_reason })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (type: string, data: object) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    send('message_start', { message: { ...message, content: [], stop_reason: null } })
    for (const [index, block] of content.entries()) {
      const isText = 'text' in block
      send('content_block_start', { index, content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} } })
      const delta = isText
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify((block as { input: unknown }).input) }
      send('content_block_delta', { index, delta })
      send('content_block_stop', { index })
    }
    send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } })
    send('message_stop', {})
    response.end()
  },
}
