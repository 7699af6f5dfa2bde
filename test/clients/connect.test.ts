import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentClients } from '../../cli/src/clients/agent-clients.ts'
import { openHome } from './home.ts'
import { patience } from './packages.ts'
import { claudeCode } from './programs/claude-code.ts'
import { codex } from './programs/codex.ts'
import { geminiCli } from './programs/gemini-cli.ts'
import type { Program } from './program.ts'

const url = 'http://127.0.0.1:4000'
const programs: readonly [string, Program][] = [
  ['claude', claudeCode],
  ['codex', codex],
  ['gemini', geminiCli],
]

const title = '%s: `baton connect` writes what the program itself would, where it looks for it'
const connects = async (id: string, program: Program): Promise<void> => {
  const client = agentClients.find((one) => one.id === id)
  if (!client) throw new Error(`there is no client ${id}`)
  const home = await openHome(program, { url, token: 'svc_live_not-used' })
  try {
    const stage = { folder: '', home: home.folder, url, token: '', model: '' }
    const text = readFileSync(client.file({ HOME: home.folder, ...program.env(stage) }), 'utf8')
    const [own] = client.format.list(text, client.servers).filter(({ name }) => name === 'baton')
    expect(own?.value).toEqual(client.entry(url, 'token'))
  } finally {
    home.close()
  }
}

test.each(programs)(title, connects, patience)
