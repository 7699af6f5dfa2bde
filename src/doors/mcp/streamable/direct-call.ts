import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import { about } from '../about.ts'
import { callAt } from '../tools/call-at.ts'
import type { Caller } from '../caller.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { goneFrom } from './exchange.ts'
import type { ToolCalls } from '../tools/tool-calls.ts'
import { asJson } from '../tools/results/fit-result.ts'

type Fields = Record<string, unknown>

interface PlainCall {
  id: string | number
  tool: string
  given: Fields
  client: string
}

const version = '2026-07-28'
const envelope = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY])

/**
 * Handles a call of the stateless protocol without creating an SDK server, which would cost as much as a read. Only for requests that look
 * exactly as a client of that protocol sends them and that need no confirmation; the rest is left to the SDK. A test keeps the responses of
 * both paths the same.
 */
export async function callDirectly(
  calls: ToolCalls,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
  caller: Caller,
  endpoint: Endpoint,
): Promise<boolean> {
  const call = request.method === 'POST' ? plainCall(request.headers, body) : undefined
  if (!call || !calls.asksNobody(call.tool, call.given)) return false
  const { id, tool, given, client } = call
  try {
    const result = await callAt(endpoint, calls, tool, given, { ...caller, client }, { id, signal: goneFrom(response), asks: false })
    const text = `{"result":${written(result)},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
    return true
  } catch (error) {
    // Thrown before anything has run, so the SDK can take over and format the error.
    if (error instanceof ProtocolError) return false
    throw error
  }
}

/** The structured content is most of a result and is already serialized. */
function written(result: Awaited<ReturnType<typeof callAt>>): string {
  const { structuredContent, ...rest } = result as CallToolResult
  const named = JSON.stringify({ ...rest, resultType: 'complete', _meta: { ...rest._meta, [SERVER_INFO_META_KEY]: about } })
  return structuredContent ? `${named.slice(0, -1)},"structuredContent":${asJson(structuredContent)}}` : named
}

function plainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | undefined {
  if (headers['mcp-protocol-version'] !== version || !isFields(body)) return undefined
  const { jsonrpc, id, method, params, ...more } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isFields(params) || hasAny(more)) return undefined
  const { name, arguments: given = {}, _meta, ...rest } = params
  if (!isId(id) || typeof name !== 'string' || !isFields(given) || hasAny(rest)) return undefined
  const client = clientIn(_meta)
  return client !== undefined && areUsual(headers, name) ? { id, tool: name, given, client } : undefined
}

function areUsual(headers: IncomingHttpHeaders, tool: string): boolean {
  for (const header in headers) if (header.startsWith('mcp-param-') || header === 'mcp-session-id') return false
  const { accept = '', 'content-type': type } = headers
  return (
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === tool &&
    type === 'application/json' &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  )
}

/** The client's name, from an envelope with the required fields and nothing that asks for more than a result. */
function clientIn(meta: unknown): string | undefined {
  if (!isFields(meta) || meta[PROTOCOL_VERSION_META_KEY] !== version) return undefined
  for (const key in meta) if (!envelope.has(key)) return undefined
  const { [CLIENT_INFO_META_KEY]: info, [CLIENT_CAPABILITIES_META_KEY]: can } = meta
  if (!isFields(info) || !isFields(can) || !Object.values(can).every(isFields)) return undefined
  const { name, version: release, ...more } = info
  return typeof name === 'string' && typeof release === 'string' && !hasAny(more) ? name : undefined
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value)
const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0
