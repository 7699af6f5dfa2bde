import { toNodeHandler } from '@modelcontextprotocol/node'
import { Server, createMcpHandler } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { FastifyInstance } from 'fastify'

type Call = (authorization: string, tool: string, input: Record<string, unknown>) => Promise<unknown>

const jsonSchemaValidator = new AjvJsonSchemaValidator()
const nothing = { type: 'object' } as const

/** The bare low-level SDK server with a shared validator, as short as it can be. */
export function mountTwinMcp(app: FastifyInstance, call: Call): void {
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new Server({ name: 'twin', version: '1.0.0' }, { capabilities: { tools: {} }, jsonSchemaValidator })
      server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'create_task', inputSchema: nothing }] }))
      server.setRequestHandler('tools/call', async ({ params }, ctx) => {
        const result = (await call(`Bearer ${ctx.http?.authInfo?.token}`, params.name, params.arguments ?? {})) as Record<string, unknown>
        return { structuredContent: result, content: [{ type: 'text', text: JSON.stringify(result) }] }
      })
      return server
    }),
  )
  app.post('/mcp', async (request, reply) => {
    const token = (request.headers.authorization ?? '').slice(7)
    Object.assign(request.raw, { auth: { token, clientId: 'twin', scopes: [] } })
    reply.hijack()
    await handler(request.raw, reply.raw, request.body)
  })
}
