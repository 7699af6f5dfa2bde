import { hostname } from 'node:os'
import { Machine, type Note } from '@baton/machine'
import { Home } from '@baton/machine/home'
import { pair } from '@baton/machine/pair'
import type { Command, Run } from '../command.ts'
import { serverAddress } from '../config/server-address.ts'
import { CliError, usageError } from '../errors.ts'
import { pairedHome } from '../machine/machine-home.ts'
import { showAllowList } from '../machine/show-allow-list.ts'
import { writeAllowList } from '../machine/write-allow-list.ts'
import { showSigners } from '../machine/show-signers.ts'
import { openSession } from '../session.ts'
import { plain } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'

const actions = ['pair', 'init', 'signers', 'allow'] as const

export const tunnel: Command = {
  name: 'tunnel',
  usage: '[pair [NONCE] | init | signers | allow]',
  about: 'connect this machine, which does what its own file allows; pair it first',
  arguments: [0, 2],
  choices: actions,
  options: {
    name: { type: 'string', value: 'NAME', about: 'name of the machine when it is paired (default: its host name)' },
    jail: { type: 'string', value: 'FOLDER', about: 'with init: the folder below which agents may work (default: this one)' },
    people: { type: 'string', value: 'HANDLE', multiple: true, about: 'with init: for whom agents are started (default: you); repeatable' },
    test: {
      type: 'string',
      value: 'COMMAND',
      multiple: true,
      about: 'with init: a command agents may run (default: npm test); repeatable',
    },
    trust: { type: 'string', value: 'FINGERPRINT', about: 'with signers: accept this passkey’s signatures for dangerous actions' },
    distrust: { type: 'string', value: 'FINGERPRINT', about: 'with signers: no longer accept them' },
  },
  async run(run) {
    const [action, nonce] = run.args
    if (nonce !== undefined && action !== 'pair') throw usageError(`baton tunnel ${action} takes no argument.`, 'Run: baton tunnel --help')
    if (action === 'pair') return pairMachine(run, nonce)
    if (action === 'init') return writeAllowList(run)
    if (action === 'signers') return showSigners(run)
    if (action === 'allow') return showAllowList(run)
    if (action !== undefined)
      throw usageError(`There is no baton tunnel ${action}.`, `Use one of: ${actions.join(', ')}, or none to connect`)
    return serve(run)
  },
}

/** Pairs with the nonce that the dashboard shows, or with one obtained through this machine's login. */
async function pairMachine(run: Run, given: string | undefined): Promise<void> {
  const { env, out, server: named } = run
  const server = serverAddress(env, named)
  const name = run.text('name') ?? (hostname().slice(0, 120) || 'Machine')
  const paired = await withProgress(out, 'Pairing', async () => {
    const nonce = given ?? (await openSession(run).client.registerTunnel({ name })).nonce
    return pair(new Home(), server, nonce).catch((error: Error) => {
      if (error.cause) throw error // a network error, which has its own message
      throw new CliError(error.message, { code: 'not_paired', next: 'Start again: baton tunnel pair' })
    })
  })
  out.result(
    { name: paired.name, fingerprint: paired.fingerprint, server },
    [
      `${plain(paired.name)}: ${out.style('bold', paired.fingerprint)}`,
      'Confirm it in the dashboard under Machines within ten minutes, if it shows the same fingerprint there. Then run: baton tunnel',
    ].join('\n'),
  )
}

/** Runs in the foreground until interrupted. */
async function serve({ out }: Run): Promise<void> {
  const { home } = pairedHome()
  const machine = new Machine({ home, tell: (note) => (out.json ? out.result(note, '') : out.say(words(note))) })
  const stop = () => machine.stop()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  try {
    await machine.run()
  } catch (error) {
    machine.stop()
    throw new CliError((error as Error).message, { code: 'not_paired', next: 'Pair it, or confirm its fingerprint: baton tunnel pair' })
  }
}

/** `done` only says that the agent ended by itself; what it has done is judged by the server. */
function ended({ task, outcome, error, left }: Note & { what: 'run_ended' }): string {
  const parts = [
    outcome === 'done' ? 'ended' : outcome,
    ...(error ? [plain(error)] : []),
    ...(left ? [`${left.files} uncommitted in ${plain(left.worktree)}`] : []),
  ]
  return `${plain(task)}: ${parts.join(': ')}`
}

function words(note: Note): string {
  if (note.what === 'connected') return 'Connected. Interrupt to stop.'
  if (note.what === 'disconnected') return `Disconnected: ${plain(note.why)}`
  if (note.what === 'refused') return `Refused: ${plain(note.why)}`
  if (note.what === 'run_started') return `${plain(note.task)}: ${plain(note.client)} works in ${plain(note.worktree)}`
  if (note.what === 'run_ended') return ended(note)
  if (note.what === 'finished') return `${plain(note.action)}: ${note.outcome}`
  return `This clock differs from the server’s by ${note.seconds} seconds. Set it, or actions expire too early or too late.`
}
