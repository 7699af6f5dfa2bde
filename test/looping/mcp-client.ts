import { Refusal, type ErrorCode } from '../../src/kernel/errors.ts'
import type { Outcome } from './outcome.ts'

/** One tool call over Streamable HTTP, with the status that the web API would use; requests every field, as the web API returns them. */
export async function callTool(url: string, token: string | null, tool: string, input: unknown): Promise<Outcome> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: whole(input) } }),
    // Ends a request that hangs; on a busy machine five seconds are too little.
    signal: AbortSignal.timeout(15_000),
  })
  const text = await response.text()
  if (!response.ok) return { status: response.status, text, body: undefined }
  const message = JSON.parse(response.headers.get('content-type')?.includes('event-stream') ? lastData(text) : text)
  return { status: statusOf(message), text, body: message.result?.structuredContent }
}

const whole = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? { response_format: 'detailed', ...input } : input

const lastData = (stream: string): string =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .at(-1)
    ?.slice(6) ?? '{}'

/** A refused tool call is an `isError` result whose text begins with the refusal's code. */
function statusOf(message: any): number {
  if (message.error) return message.error.code === -32603 ? 500 : 400
  if (!message.result?.isError) return 200
  const [, code = ''] = message.result.content[0].text.match(/^(\w+): /) ?? []
  return new Refusal(code as ErrorCode, '').status ?? 500
}
