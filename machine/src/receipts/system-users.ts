import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { SystemUser } from '../../../src/platform/receipt.ts'

/** A system user to run a command as. */
export interface Identity extends SystemUser {
  group: number
  home: string
}

export interface Users {
  signer: SystemUser
  /** The user who called through `sudo`, or who was named explicitly. */
  agent: Identity | null
  /** Null: the command runs as the current user. */
  runAs: Identity | null
}

/**
 * Only root can sign as one user and run the command as another. Anybody can set SUDO_UID, but without root the receipt names
 * their own user as both the signer and the user of the command.
 */
export function usersOf(env: NodeJS.ProcessEnv, named: string | undefined): Users {
  const { uid, username } = userInfo()
  const signer = { id: uid, name: username }
  const asked = named ?? env['SUDO_UID']
  const agent = asked === undefined ? null : identityOf(asked)
  const runAs = agent && uid === 0 && agent.id !== uid ? agent : null
  return { signer, agent, runAs }
}

function identityOf(user: string): Identity {
  try {
    // `id` accepts names and numbers. A number would have to be marked as one only if some user's name looks like it.
    const ask = (flag: string) => execFileSync('id', [flag, '--', user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const id = Number(ask('-u'))
    return { id, group: Number(ask('-g')), name: ask('-un'), home: homeOf(id) }
  } catch {
    throw new Error(`This system has no user ${user}. Name one with --as USER.`)
  }
}

function homeOf(id: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find((fields) => fields[2] === String(id))?.[5] || '/'
  } catch {
    return '/'
  }
}
