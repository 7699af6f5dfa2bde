import type { RunBody } from '../../../src/platform/tunnel-protocol.ts'
import type { AllowList } from '../allow-list.ts'
import { Refused } from '../refused.ts'
import type { RunJournal } from './run-journal.ts'
import type { Client } from './run-rules.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const furthest = 24 * 3_600_000

/** An accepted run. */
export interface Judged {
  client: Client
  folder: string
}

interface Parts {
  allowList: AllowList
  journal: RunJournal
  /** How many agents are running here now. */
  running: number
  now: Date
}

/** Whether run and fence are well-formed, so that the attempt can be recorded and answered. */
export const isNamed = ({ run, fence }: { run: unknown; fence: unknown }): boolean =>
  typeof run === 'string' && idPattern.test(run) && Number.isSafeInteger(fence) && (fence as number) > 0

/** What to start; throws `Refused` for anything this machine's file does not allow, whoever has signed it. */
export function judgeRun({ allowList, journal, running, now }: Parts, body: RunBody): Judged {
  const { runs: rules } = allowList
  if (!rules) throw new Refused('its file has no runs, so it starts no agents')
  if (body.fence <= journal.fenceOf(body.run)) throw new Refused('this attempt, or a later one, was here before')
  const expires = Date.parse(body.expires_at)
  if (!(expires > now.getTime())) throw new Refused('its time is over; check the clock of this machine if it should not be')
  if (expires > now.getTime() + furthest) throw new Refused('its time is too long')
  const { requested_by: who } = body
  if (typeof who?.id !== 'string' || typeof who.handle !== 'string' || !rules.isNamed(who))
    throw new Refused('whoever asked for it is not named in its file')
  const client = rules.client(String(body.client))
  if (!isText(body.prompt) || !isText(body.branch) || !isText(body.task?.key)) throw new Refused('it is not complete')
  if (!isText(body.mcp?.token) || !/^https?:\/\//.test(String(body.mcp?.url))) throw new Refused('it has no address of Baton’s tools')
  if (body.continues !== null && !idPattern.test(String(body.continues))) throw new Refused('the run it continues is not valid')
  if (rules.isQuiet(now)) throw new Refused('these are its quiet hours')
  if (running >= rules.atOnce) throw new Refused(`it runs ${running} already, as many as its file allows`)
  return { client, folder: allowList.inJail(body.folder) }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && !value.includes('\0')
