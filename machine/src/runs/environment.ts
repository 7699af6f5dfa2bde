import { homedir } from 'node:os'
import type { Identity } from '../receipts/system-users.ts'
import type { Client } from './run-rules.ts'
import { filled, type Values } from './templates.ts'

/** Nothing of the machine's own environment but what its file keeps: it may hold logins that are not the agent's. */
export function environmentFor(client: Client, values: Values, as: Identity | null, mark: string): Record<string, string> {
  const own = process.env
  const kept = Object.fromEntries((client.keep_env ?? []).flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])))
  const set = Object.fromEntries(Object.entries(client.env ?? {}).map(([name, value]) => [name, filled(value, values)]))
  const [name = '', value = ''] = mark.split('=')
  return {
    PATH: own['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: as?.home ?? homedir(),
    LANG: own['LANG'] ?? 'C.UTF-8',
    ...(as && { USER: as.name, LOGNAME: as.name }),
    ...kept,
    ...set,
    [name]: value,
  }
}

/** By this variable the processes of one attempt are known to the machine. */
export const markOf = ({ run, fence }: { run: string; fence: number }): string => `BATON_RUN=${run}.${fence}`
