import { homedir } from 'node:os'
import type { Identity } from '../receipts/system-users.ts'
import type { Client } from './run-rules.ts'
import { filled, type Values } from './templates.ts'

/** Besides PATH and LANG, only variables kept by the machine's file are passed on: others may hold credentials not meant for the agent. */
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

/** The variable by which the machine recognizes the processes of an attempt. */
export const markOf = ({ run, fence }: { run: string; fence: number }): string => `BATON_RUN=${run}.${fence}`
