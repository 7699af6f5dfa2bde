import type { Output } from '@baton/client'
import { useNavigate } from '@tanstack/react-router'
import { forgetEverything } from '../../data/device.ts'
import { keepLogin } from '../../data/session.ts'
import { safeBack } from './back.ts'

export type Login = Omit<Output<'refresh'>, 'refresh_token' | 'device_token'>
export type LoginAnswer = Output<'login'>
export type Factor = Extract<LoginAnswer, { second_factor: unknown }>['second_factor']

const key = 'baton.user'

/** The last user of this browser; what it stores belongs to them. */
export const lastUser = (): string | null => localStorage.getItem(key)

/** Stores a login. Another person's data is deleted first: cached reads and unsent writes are stored by organization, not by person. */
export async function keepEntry(login: Login): Promise<'same' | 'other'> {
  const before = lastUser()
  localStorage.setItem(key, login.user.id)
  const other = before !== null && before !== login.user.id
  if (other) {
    await forgetEverything()
    localStorage.removeItem('baton.organization')
  }
  keepLogin(login)
  return other ? 'other' : 'same'
}

/** Stores a login and goes where its owner wanted to go. */
export function useEnter(): (login: Login, back?: string) => Promise<void> {
  const navigate = useNavigate()
  return async (login, back) => {
    const to = safeBack(back)
    // What another person read is also in memory; a full page load discards it.
    if ((await keepEntry(login)) === 'other') location.replace(to)
    else await navigate({ href: to, replace: true })
  }
}
