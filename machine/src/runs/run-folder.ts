import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from '../receipts/system-users.ts'
import type { Client } from './run-rules.ts'
import { filled, type Values } from './templates.ts'

/** Creates an empty folder for what an agent needs to reach Baton, readable only by its user. */
export function newRunFolder(home: string, as: Identity | null): string {
  // Another user can't traverse the machine's own folder.
  const parent = as ? tmpdir() : join(home, 'runs')
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  return mkdtempSync(join(parent, 'baton-run-'))
}

export const removeRunFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Writes the MCP configuration that most clients read, the bare token, and the files that the machine's file defines. */
export function writeRunFolder(folder: string, { files = {} }: Client, values: Values, as: Identity | null): void {
  const { mcp_url: url, token } = values
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } }
  const texts: [string, string][] = [
    ...Object.entries(files).map(([name, text]): [string, string] => [name, filledFile(text, values)]),
    ['mcp.json', JSON.stringify({ mcpServers: { baton: server } })],
    ['token', token],
  ]
  for (const [name, text] of texts) {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (as) chownSync(file, as.id, as.group)
  }
  if (as) chownSync(folder, as.id, as.group)
}

/** Fills in the strings of an object before serializing it, so that a quotation mark in a value can't break the JSON. */
function filledFile(content: unknown, values: Values): string {
  if (typeof content === 'string') return filled(content, values)
  return JSON.stringify(content, (_, value: unknown) => (typeof value === 'string' ? filled(value, values) : value))
}
