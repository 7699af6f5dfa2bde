import type { Command, Run } from '../command.ts'
import { serverAddress } from '../config/server-address.ts'
import { checkAgentToken, checkClients } from '../doctor/clients.ts'
import { fault, type Finding } from '../doctor/finding.ts'
import { checkLogin } from '../doctor/login.ts'
import { checkMachine } from '../doctor/machine.ts'
import { checkServer } from '../doctor/server.ts'
import { exitCodes, toCliError } from '../errors.ts'
import type { Output } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'

export const doctor: Command = {
  name: 'doctor',
  about: 'find out what is wrong and how to fix it',
  arguments: [0, 0],
  async run(run) {
    const { out } = run
    const findings = await withProgress(out, 'Examining', () => examine(run))
    const faults = findings.filter(({ state }) => state === 'fault').length
    const end = faults === 0 ? 'Everything works.' : faults === 1 ? 'One problem was found.' : `${faults} problems were found.`
    out.result({ faults, findings }, [...findings.map((finding) => line(out, finding)), '', end].join('\n'))
    return faults === 0 ? exitCodes.done : exitCodes.faults
  },
}

/** Skips checks that depend on something already broken: they would only report the same fault again. */
async function examine(run: Run): Promise<Finding[]> {
  const findings = checkMachine(run.env)
  let server: string
  try {
    server = serverAddress(run.env, run.server)
  } catch (error) {
    const { message, next } = toCliError(error)
    return [...findings, fault('server', message, next)]
  }
  const answer = await checkServer(run.env, server)
  const clients = checkClients(run.env, server)
  const online = answer.reached ? [await checkLogin(run, server)] : []
  const token = answer.reached && clients.needToken ? [await checkAgentToken(run.env, server)] : []
  return [...findings, ...answer.findings, ...online, ...clients.findings, ...token]
}

const marks = { ok: ['green', '✓'], fault: ['red', '✗'], note: ['yellow', '!'] } as const

function line(out: Output, { state, message, cure }: Finding): string {
  const [color, mark] = marks[state]
  return `${out.style(color, mark)} ${message}${cure ? `\n    ${cure}` : ''}`
}
