import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Conversation, type Script, type Shown, type Turn } from './script.ts'

/** What a request says about the tools on offer and what came of the calls so far. */
export interface Asked {
  /** As the client calls them. */
  tools: readonly { name: string; namespace?: string }[]
  results: ReadonlyMap<string, Shown>
}

export type Named = { calls: { id: string; name: string; namespace?: string; args: Record<string, unknown> }[] } | { text: string }

/** A provider's protocol, as far as agents' programs use it. */
export interface Protocol {
  /** Nothing, where the request is not one for the next turn: what has to be answered has been then. */
  read(request: IncomingMessage, body: any, response: ServerResponse): Asked | undefined
  write(body: any, turn: Named, response: ServerResponse, request: IncomingMessage): void
}

interface ScriptedModel {
  url: string
  /** The script ran to its end; rejects when it failed. */
  ended: Promise<void>
  close(): void
}

/** Stands in for a provider: the client and its MCP stack are real, only the decisions are written down. */
export async function startModel(protocol: Protocol, script: Script): Promise<ScriptedModel> {
  const conversation = new Conversation(script)
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: Error) => response.destroy(error))
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts = await request.toArray()
    const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {}
    const asked = protocol.read(request, body, response)
    if (!asked) return
    // Without tools it is asked for a title or a summary, which no script is about.
    if (asked.tools.length === 0) return protocol.write(body, { text: 'A title' }, response, request)
    protocol.write(body, named(await conversation.next(asked.results, body), asked.tools), response, request)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ended: conversation.ended,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A tool by the name its client gives it; some list only the tools that are loaded, and take the others all the same. */
function named(turn: Turn, tools: Asked['tools']): Named {
  if ('text' in turn) return turn
  const prefix = tools.map(({ name }) => /^mcp__\w*baton__/.exec(name)?.[0]).find(Boolean) ?? 'mcp__baton__'
  const isOwn = (tool: string) => /^[A-Z]/.test(tool)
  return {
    calls: turn.calls.map(({ id, tool, args }) => {
      const found = tools.find(({ name }) => name === tool) ?? tools.find(({ name }) => new RegExp(`[_.-]${tool}$`).test(name))
      return { id, args, ...(found ?? { name: isOwn(tool) ? tool : prefix + tool }) }
    }),
  }
}
