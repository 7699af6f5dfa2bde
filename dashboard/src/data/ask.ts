import { BatonError, type Output } from '@baton/client'
import { accessToken, cookieFetch } from './session.ts'

export type Turn = Output<'askAssistant'>
export type AiMessage = Turn['answer']

interface Asking {
  organization: string
  path: string
  body: unknown
  signal: AbortSignal
  onTurn(turn: Turn): void
  onText(text: string): void
}

/** Asks the assistant and streams its answer as it is written. Returns the complete answer, checked by the server. */
export async function ask({ organization, path, body, signal, onTurn, onText }: Asking): Promise<AiMessage> {
  const response = await cookieFetch(location.origin + path, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${await accessToken()}`,
      'baton-organization': organization,
    },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok || !response.body) throw await BatonError.from(response)
  let answer: AiMessage | undefined
  let rest = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const parts = (rest + read.value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
      if (!event || !data) continue
      const value: unknown = JSON.parse(data)
      if (event === 'turn') onTurn(value as Turn)
      else if (event === 'text') onText((value as { text: string }).text)
      else if (event === 'answer') answer = value as AiMessage
      else if (event === 'error') throw new Error((value as { detail: string }).detail)
    }
  }
  if (!answer) throw new Error('The connection was lost. The answer so far is saved in the conversation.')
  return answer
}
