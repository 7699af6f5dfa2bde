import { existsSync, rmSync, rmdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readIfThere, readJson, writeWhole } from '../config/files.ts'
import { connectionsFile } from '../config/paths.ts'
import { CliError } from '../errors.ts'
import type { AgentClient, Auth } from './agent-clients.ts'
import { UnreadableFile, isRecord, type Entry, type FileFormat } from './formats/format.ts'
import { addInput } from './formats/json.ts'
import { apply, reverse, type Splice } from './splice.ts'

export const entryName = 'baton'

/** What was done to a file. The replaced entry may hold a secret, so only the file's owner may read this. */
interface Connection {
  client: string
  server: string
  /** The file did not exist before. */
  created: boolean
  /** Folders created for it, deepest first. */
  folders: string[]
  splices: Splice[]
}
type Connections = Record<string, Connection>

const read = (env: NodeJS.ProcessEnv): Connections => readJson<Connections>(connectionsFile(env), {})
const write = (env: NodeJS.ProcessEnv, connections: Connections): void =>
  writeWhole(connectionsFile(env), `${JSON.stringify(connections, null, 2)}\n`, 0o600)

export const connectedClients = (env: NodeJS.ProcessEnv): string[] => Object.values(read(env)).map(({ client }) => client)

/** Writes the entry; false if an identical one was already there. */
export function connect(client: AgentClient, env: NodeJS.ProcessEnv, server: string, auth: Auth): boolean {
  const file = client.file(env)
  const current = readIfThere(file)
  const known = read(env)
  const before = known[file]
  // Undo an earlier connection first, so that a single undo restores the file as it was before any of them.
  const original = current !== undefined && before ? undone(client, current, before).text : current
  const { text, splices } = written(client, file, original ?? '', server, auth)
  if (text === current) return false
  const created = before?.created ?? current === undefined
  const folders = before?.folders ?? missingFolders(file)
  write(env, { ...known, [file]: { client: client.id, server, created, folders, splices } })
  writeWhole(file, text)
  return true
}

export type Undone = 'restored' | 'removed' | 'absent'

/** Restores the previous text; if the entry was edited since, at least removes it. */
export function disconnect(client: AgentClient, env: NodeJS.ProcessEnv): Undone {
  const file = client.file(env)
  const { [file]: connection, ...others } = read(env)
  if (!connection) return 'absent'
  const current = readIfThere(file)
  if (current === undefined) {
    write(env, others)
    return 'absent'
  }
  const { text, exact } = undone(client, current, connection)
  if (text === '' && connection.created) {
    rmSync(file)
    for (const folder of connection.folders) removeIfEmpty(folder)
  } else {
    writeWhole(file, text)
  }
  write(env, others)
  return exact ? 'restored' : 'removed'
}

/** Every edit is verified: the file must afterwards contain exactly what it contained before, plus the entry. */
function written(client: AgentClient, file: string, original: string, server: string, auth: Auth): { text: string; splices: Splice[] } {
  const { format, servers, inputs, header = {} } = client
  const value = client.entry(server, auth)
  const entry = { servers, name: entryName, value }
  try {
    const isNew = original.trim() === ''
    const first = isNew ? { at: 0, removed: original, inserted: format.create(entry, header) } : put(client, original, entry)
    const text = apply(original, first)
    const more = inputs && auth === 'token' ? addInput(text, inputs.key, inputs.value) : null
    return more ? { text: apply(text, more), splices: [first, more] } : { text, splices: [first] }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new CliError(`${file} cannot be edited: ${error.message}.`, {
      code: 'broken_file',
      next: `Nothing was changed. Correct the file, or add this yourself under ${servers}: ${JSON.stringify({ [entryName]: value })}`,
    })
  }
}

function put({ format }: AgentClient, original: string, entry: Entry): Splice {
  const splice = format.put(original, entry)
  const after = apply(original, splice)
  const own = format.list(after, entry.servers).filter(({ name }) => name === entry.name)
  const kept = isDeepStrictEqual(besides(format, original, entry), besides(format, after, entry))
  if (own.length !== 1 || !kept) throw new UnreadableFile('its layout is not one that can be edited safely')
  return splice
}

/** Everything a text contains except the entry. */
function besides(format: FileFormat, text: string, { servers, name }: Entry): unknown {
  const all = format.parse(text)
  const { [servers]: _, ...rest } = isRecord(all) ? all : {}
  return { rest, servers: format.list(text, servers).filter((server) => server.name !== name) }
}

/** Reverts the splices if the inserted text is still there; an entry that was edited since is removed instead. */
function undone(client: AgentClient, current: string, { splices }: Connection): { text: string; exact: boolean } {
  let text = current
  let exact = true
  for (const splice of splices.toReversed()) {
    const before = reverse(text, splice)
    text = before ?? text
    exact &&= before !== undefined
  }
  return { text: exact ? text : client.format.remove(text, client.servers, entryName), exact }
}

function missingFolders(file: string): string[] {
  const missing: string[] = []
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.push(folder)
  return missing
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Not empty: someone has put something into it.
  }
}
