import type { Output } from '@baton/client'
import { Ban, CircleCheck, CircleDashed, CircleDot, CircleHelp, CircleX, Send, UserRoundPen, type LucideIcon } from 'lucide-react'

export type Machine = Output<'getTunnel'>
export type AllowedAction = Machine['actions'][number]
export type MachineAction = Output<'listTunnelActionHistory'>['items'][number]

/** The exact commands to type on the machine itself. */
export const onMachine = {
  pair: (nonce: string) => `baton tunnel pair ${nonce} --server ${location.origin}`,
  run: 'baton tunnel',
  trust: (fingerprint: string) => `baton tunnel signers --trust ${fingerprint}`,
}

interface Look {
  word: string
  color: string
  icon: LucideIcon
}

export function machineLook({ status, pairing }: Pick<Machine, 'status' | 'pairing'>): Look {
  if (status === 'online') return { word: 'Online', color: 'text-ok', icon: CircleDot }
  if (status === 'offline') return { word: 'Offline', color: 'text-muted', icon: CircleDashed }
  if (pairing?.state === 'claimed') return { word: 'Confirm fingerprint', color: 'text-accent', icon: UserRoundPen }
  if (pairing?.state === 'expired') return { word: 'Code expired', color: 'text-muted', icon: CircleX }
  return { word: 'Pairing', color: 'text-muted', icon: CircleDashed }
}

const states: Record<MachineAction['state'], Look> = {
  queued: { word: 'Needs your passkey', color: 'text-accent', icon: UserRoundPen },
  approved: { word: 'Waiting for the machine', color: 'text-muted', icon: CircleDashed },
  denied: { word: 'Denied', color: 'text-muted', icon: Ban },
  sent: { word: 'Sent', color: 'text-muted', icon: Send },
  acknowledged: { word: 'Running', color: 'text-ok', icon: CircleDot },
  done: { word: 'Done', color: 'text-muted', icon: CircleCheck },
  failed: { word: 'Failed', color: 'text-bad', icon: CircleX },
  unknown: { word: 'Outcome unknown', color: 'text-warn', icon: CircleHelp },
}

export const isExpired = ({ state, expires_at }: Pick<MachineAction, 'state' | 'expires_at'>, now: number): boolean =>
  (state === 'queued' || state === 'approved') && Date.parse(expires_at) <= now

export const actionLook = (action: Pick<MachineAction, 'state' | 'expires_at'>, now: number): Look =>
  isExpired(action, now) ? { word: 'Expired', color: 'text-muted', icon: CircleX } : states[action.state]

export const platformWord = (platform: string | null): string =>
  ({ linux: 'Linux', darwin: 'macOS', win32: 'Windows' })[platform ?? ''] ?? platform ?? 'Unknown system'

/** Ten groups of four digits, however they were typed or pasted. */
export const asFingerprint = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '')
    .slice(0, 40)
    .replaceAll(/(.{4})(?=.)/g, '$1-')

export const fingerprintLength = 49

/** An argument as JSON, so that a string differs from a number; characters that are invisible or change the text direction are escaped. */
export const exactly = (value: unknown): string =>
  (JSON.stringify(value, null, 2) ?? 'null').replaceAll(
    /[\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu,
    (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  )
