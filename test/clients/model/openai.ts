import type { ServerResponse } from 'node:http'
import type { Shown } from './script.ts'
import type { Asked, Named, Protocol } from './server.ts'

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const textOf = (content: any): string =>
  typeof content === 'string' ? content : (content ?? []).map((part: any) => part.text ?? JSON.stringify(part)).join('\n')

/** What Codex prepends to every result. */
const time = /^Wall time: .*\nOutput:\n/

/** Neither API says whether a call failed; Baton's refusals begin with their code. */
const refusal = /\b(invalid|forbidden|not_found|conflict|needs_confirmation|lease_held|stale_version|unavailable|internal): /

/** Codex wraps the tools of each server in a namespace. */
const toolsOf = (tools: any[] = []): Asked['tools'] =>
  tools
    .flatMap((tool) => (tool.tools ? tool.tools.map((one: any) => ({ ...one, namespace: tool.name })) : [tool]))
    .map(({ name, function: inner, namespace }: any) => ({ name: name ?? inner?.name, ...(namespace && { namespace }) }))
    .filter(({ name }) => name)

/** OpenAI's Responses API, which Codex uses, and Chat Completions, which most others use. */
export const openai: Protocol = {
  read({ url = '' }, body, response) {
    if (url.includes('/models'))
      return json(response, { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] }) as undefined
    const isChat = url.includes('/chat/completions')
    if (!isChat && !url.includes('/responses')) return json(response, { error: { message: 'not offered' } }, 404) as undefined
    const results: [string, string][] = isChat
      ? body.messages.filter(({ role }: any) => role === 'tool').map((message: any) => [message.tool_call_id, textOf(message.content)])
      : body.input
          .filter(({ type }: any) => type === 'function_call_output')
          .map((item: any) => [item.call_id, textOf(item.output).replace(time, '')])
    const shown = (text: string): Shown => ({ text, isError: refusal.test(text) })
    return { tools: toolsOf(body.tools), results: new Map(results.map(([id, text]) => [id, shown(text)])) }
  },

  write(body, turn, response, { url = '' }) {
    if (url.includes('/responses')) writeResponse(body, turn, response)
    else writeChat(body, turn, response)
  },
}

function writeResponse({ model, stream }: any, turn: Named, response: ServerResponse): void {
  const output =
    'text' in turn
      ? [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: turn.text, annotations: [] }],
          },
        ]
      : turn.calls.map(({ id, name, namespace, args }) => ({
          ...{ type: 'function_call', id: `fc_${id}`, call_id: id, name, ...(namespace && { namespace }) },
          ...{ arguments: JSON.stringify(args), status: 'completed' },
        }))
  const usage = { input_tokens: 1000, output_tokens: 20, total_tokens: 1020 }
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
  const base = { id: `resp_${Date.now()}`, object: 'response', created_at: 1, model }
  const completed = { ...base, status: 'completed', output, usage: { ...usage, ...details } }
  if (!stream) return json(response, completed)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sequence_number = 0
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...data })}\n\n`)
  send('response.created', { response: { ...base, status: 'in_progress', output: [] } })
  for (const [output_index, item] of output.entries()) {
    send('response.output_item.added', { output_index, item })
    send('response.output_item.done', { output_index, item })
  }
  send('response.completed', { response: completed })
  response.end()
}

function writeChat({ model, stream }: any, turn: Named, response: ServerResponse): void {
  const message =
    'text' in turn
      ? { role: 'assistant', content: turn.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: turn.calls.map(({ id, name, args }, index) => ({
            ...{ index, id, type: 'function' },
            function: { name, arguments: JSON.stringify(args) },
          })),
        }
  const finish_reason = 'text' in turn ? 'stop' : 'tool_calls'
  const usage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 }
  const base = { id: `chatcmpl-${Date.now()}`, created: 1, model }
  if (!stream) return json(response, { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: object[], more = {}) =>
    response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices, ...more })}\n\n`)
  send([{ index: 0, delta: message, finish_reason: null }])
  send([{ index: 0, delta: {}, finish_reason }])
  send([], { usage })
  response.end('data: [DONE]\n\n')
}
