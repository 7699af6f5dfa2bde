import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Conversation, type Script, type Shown, type Turn } from './script.ts'

/** What a request says about the available tools and the results so far. */
export interface Asked {
  /** Named as the client names them. */
  tools: readonly { name: string; namespace?: string }[]
  results: ReadonlyMap<string, Shown>
}

export type Named = { calls: { id: string; name: string; namespace?: string; args: Record<string, unknown> }[] } | { text: string }

/** A provider's protocol, as far as agent programs use it. */
export interface Protocol {
  /** Returns undefined if the request needs no scripted turn; it has then already been answered. */
  read(request: IncomingMessage, body: any, response: ServerResponse): Asked | undefined
  write(body: any, turn: Named, response: ServerResponse, request: IncomingMessage): void
}

interface ScriptedModel {
  url: string
  /** Resolves when the script has finished; rejects if it failed. */
  ended: Promise<void>
  close(): void
}

/** Stands in for a provider: the client and its MCP stack are real, only the model's decisions are scripted. */
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
    // A request without tools asks for a title or a summary, which no script covers.
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

/** Maps a tool to the name its client uses; some clients list only loaded tools, but accept the others as well. */
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
