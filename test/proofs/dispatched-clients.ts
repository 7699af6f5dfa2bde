import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client } from '../../machine/src/runs/run-rules.ts'
import { mustUse, valueIn } from '../clients/days-work.ts'
import { pageClient } from '../clients/dispatch-page.ts'
import type { Script } from '../clients/model/script.ts'
import { startModel } from '../clients/model/server.ts'
import { install, type Package } from '../clients/packages.ts'
import type { Program, Stage } from '../clients/program.ts'
import { claudeCode } from '../clients/programs/claude-code.ts'
import { codex, codexConfig } from '../clients/programs/codex.ts'
import { geminiCli } from '../clients/programs/gemini-cli.ts'
import { opencode } from '../clients/programs/opencode.ts'
import type { Baton } from '../harness/baton.ts'
import { DispatchScene, freePort } from '../machines/runs/dispatch-scene.ts'
import { startProgram } from './programs.ts'
import { allParts, type Parts } from './proof.ts'

interface Dispatched {
  name: string
  program: Program
  package: Package
  client: Client
  /** Files in its home directory that configure the scripted model. */
  files?: Program['files']
  env?: Record<string, string>
}
const overAcp = (program: Program, client: string, more: Partial<Dispatched> = {}): Dispatched => {
  return { name: `${program.name} over ACP`, program, package: program.package, client: pageClient(client), ...more }
}
const byCommand = (program: Program, client: string, more: Partial<Dispatched> = {}): Dispatched => {
  return { name: `${program.name} by command`, program, package: program.package, client: pageClient(client), ...more }
}

const codexModel = { files: ({ model }: Stage) => ({ '.codex/config.toml': codexConfig(model) }) }
/** Its own settings configure only the model: Baton's MCP server comes with the run. */
const opencodeModel = {
  files: (stage: Stage) => {
    const { mcp: _, ...rest } = JSON.parse(opencode.files?.(stage)['work/opencode.json'] ?? '{}')
    return { '.config/opencode/opencode.json': JSON.stringify(rest) }
  },
}
const geminiModel = { env: { GEMINI_MODEL: 'gemini-2.5-flash' } }
const geminiOverAcp = overAcp(geminiCli, 'gemini-acp', geminiModel)

/** A real machine starts real programs for a task that a person assigned; only their models are scripted. */
export const proof = {
  name: 'dispatched-clients',
  inputs: ['src/**', 'database/**', 'docs/dispatch.md'],
  claim: 'the programs people use are dispatched as docs/dispatch.md says, and complete their task over MCP',
  short: [geminiOverAcp],
  full: [
    overAcp(claudeCode, 'claude-acp', { package: '@agentclientprotocol/claude-agent-acp', env: { ANTHROPIC_MODEL: 'claude-sonnet-4-5' } }),
    overAcp(codex, 'codex-acp', { package: '@zed-industries/codex-acp', ...codexModel }),
    geminiOverAcp,
    overAcp(opencode, 'opencode-acp', opencodeModel),
    byCommand(claudeCode, 'claude', { env: { ANTHROPIC_MODEL: 'claude-sonnet-4-5' } }),
    byCommand(codex, 'codex', codexModel),
    byCommand(geminiCli, 'gemini', geminiModel),
    byCommand(opencode, 'opencode', opencodeModel),
  ],
  async run(baton: Baton, chosen: readonly Dispatched[], { part }: Parts = allParts): Promise<Record<string, string>> {
    // Gemini CLI ignores settings below a folder that others can write to, such as /tmp.
    const before = process.env['TMPDIR']
    const folder = mkdtempSync(join(homedir(), '.baton-dispatched-'))
    process.env['TMPDIR'] = folder
    const port = await freePort()
    const own = { PORT: String(port), APP_URL: `http://127.0.0.1:${port}` }
    const programs = [await startProgram(baton, 'serve', own), await startProgram(baton, 'worker', own)]
    try {
      const figures: Record<string, string> = {}
      for (const [at, one] of chosen.entries())
        figures[one.name] = await part(one.name, () => dispatched(baton, programs[0]?.url ?? '', one, at))
      return figures
    } finally {
      for (const { process, stop } of programs) {
        process.removeAllListeners('exit')
        stop()
      }
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function dispatched(baton: Baton, url: string, one: Dispatched, at: number): Promise<string> {
  const folder = await install(one.package)
  const scene = await DispatchScene.prepare(await (await baton.person(`ann${at}`)).createOrganization(`acme${at}`))
  const home = mkdtempSync(join(tmpdir(), 'baton-dispatched-'))
  const script: Script = async (model) => {
    // The only task of its project; the prompt contains its key.
    const task = 'WEB-1'
    assert.match(await model.told, /\bWEB-1\b/)
    const fence = valueIn(await mustUse(model, 'claim_task', { task }), 'fence')
    await mustUse(model, 'complete_task', { task, fence, notes: `Done by ${one.name}.` })
    return 'Done.'
  }
  const model = await startModel(one.program.protocol, script)
  try {
    const stage: Stage = { folder, home, url, token: '', model: model.url }
    for (const [name, text] of Object.entries((one.files ?? one.program.files)?.(stage) ?? {})) {
      mkdirSync(dirname(join(home, name)), { recursive: true })
      writeFileSync(join(home, name), text)
    }
    const agent = await scene.agent('Builder', 'client')
    const client = { ...one.client, env: { ...one.client.env, ...surroundings(one, stage) } }
    await scene.machine(() => ({ people: [`ann${at}`], clients: { client } }), url)
    const from = performance.now()
    const task = await scene.assigned(agent, 'Say hello')
    const { state } = await scene.ended(task)
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    const { status, completion_notes } = await scene.ann.api.getTask({ task })
    const said = status === 'complete' ? '' : await scene.said(task)
    assert.deepEqual(
      { state, status, completion_notes },
      { state: 'done', status: 'complete', completion_notes: `Done by ${one.name}.` },
      said,
    )
    return `done in ${seconds} s`
  } finally {
    model.close()
    await scene.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/** What a person's environment would provide: the program, its home directory and its model. */
function surroundings({ program, env }: Dispatched, stage: Stage): Record<string, string> {
  const path = [...(program.path?.(stage) ?? []), join(stage.folder, 'node_modules/.bin'), dirname(process.execPath), '/usr/bin', '/bin']
  return { ...program.env(stage), ...env, PATH: path.join(':'), HOME: stage.home }
}
