import type { ServerResponse } from 'node:http'
import type { Shown } from './script.ts'
import type { Protocol } from './server.ts'

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const candidate = (parts: object[]) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 20, totalTokenCount: 1020 },
})

/** What Gemini CLI asks a smaller model outside the conversation: who speaks next, and how hard the question is. */
const judgment = '{"reasoning":"scripted","next_speaker":"user","model_choice":"flash","complexity_score":1,"complexity_reasoning":"-"}'

/** Gemini's generateContent API, which Gemini CLI uses. */
export const gemini: Protocol = {
  read({ url = '' }, body, response) {
    if (url.includes(':countTokens')) return json(response, { totalTokens: 1000 }) as undefined
    if (!url.includes('enerateContent')) return json(response, { error: { code: 404, status: 'NOT_FOUND' } }, 404) as undefined
    if (body.generationConfig?.responseMimeType === 'application/json') return json(response, candidate([{ text: judgment }])) as undefined
    const answers = (body.contents ?? []).flatMap(({ parts }: any) => parts ?? []).flatMap((part: any) => part.functionResponse ?? [])
    return {
      tools: (body.tools ?? []).flatMap(({ functionDeclarations }: any) => functionDeclarations ?? []),
      results: new Map(
        answers.map(({ id, response: shown }: any): [string, Shown] => [
          id,
          { text: shown.output ?? shown.error ?? JSON.stringify(shown), isError: 'error' in shown },
        ]),
      ),
    }
  },

  write(_body, turn, response, { url = '' }) {
    const parts = 'text' in turn ? [{ text: turn.text }] : turn.calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }))
    if (!url.includes('streamGenerateContent')) return json(response, candidate(parts))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(candidate(parts))}\r\n\r\n`)
  },
}
