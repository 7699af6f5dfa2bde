import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import type { MailText } from './render-mail.ts'

const ignore = 'If you did not ask for this, ignore this mail: nothing has changed.'

interface Mailing {
  minutes: number
  secret: 'code' | 'link' | 'none'
  /** `secret` is the code, or the address with the link's secret after #, which no browser sends to a server. */
  text(secret: string): MailText
}

const linkMail = (subject: string, asked: string, label: string, lasts: string, url: string): MailText => ({
  subject,
  paragraphs: [asked],
  link: { label, url },
  notes: [`The link works once, within ${lasts}.`, ignore],
})

/** What Baton mails about an account. Nothing that a person wrote is in it, so nobody can make it say something. */
export const mailings = {
  code: {
    minutes: 10,
    secret: 'code',
    text: (code) => ({
      subject: 'Your code for Baton',
      paragraphs: ['Enter this code where you are logging in:'],
      code,
      notes: ['The code works once, within 10 minutes. Nobody from Baton will ask you for it.', ignore],
    }),
  },
  magic_link: {
    minutes: 10,
    secret: 'link',
    text: (url) => linkMail('Log in to Baton', 'Use this link to log in.', 'Log in', '10 minutes', url),
  },
  reset: {
    minutes: 30,
    secret: 'link',
    text: (url) =>
      linkMail('Choose a new password for Baton', 'Use this link to choose a new password.', 'Choose a password', '30 minutes', url),
  },
  verify: {
    minutes: 24 * 60,
    secret: 'link',
    text: (url) =>
      linkMail('Confirm your e-mail address for Baton', 'Confirm that this address is yours.', 'Confirm address', '24 hours', url),
  },
  change: {
    minutes: 60,
    secret: 'link',
    text: (url) =>
      linkMail(
        'Confirm your new e-mail address for Baton',
        'Use this address for your account from now on?',
        'Confirm change',
        '1 hour',
        url,
      ),
  },
  changed: {
    minutes: 24 * 60,
    secret: 'none',
    text: () => ({
      subject: 'The e-mail address of your Baton account has changed',
      paragraphs: ['Your account uses another e-mail address from now on. This one no longer logs in.'],
      notes: ['If this was not you, tell the administrator of this Baton at once.'],
    }),
  },
  key_exchanged: {
    minutes: 24 * 60,
    secret: 'none',
    text: () => ({
      subject: 'A new API key for your Baton account',
      paragraphs: ['A program has exchanged your e-mail address and password for an API key. Your keys are listed in Settings, API keys.'],
      notes: ['If this was not you, revoke the key and choose another password at once.'],
    }),
  },
} as const satisfies Record<string, Mailing>

export type MailingKind = keyof typeof mailings

/** Where each link leads: a page that asks first, since mail scanners follow links. */
export const linkPaths: Partial<Record<MailingKind, string>> = {
  magic_link: '/magic-link',
  reset: '/reset-password',
  verify: '/verify-email',
  change: '/change-email',
}

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/** Keyed by the instance's secret: a million plain digests are tried in a second, so a stolen dump must not be enough. */
export function codeDigest({ services }: Pick<Context, 'services'>, mailing: string, code: string): Buffer {
  return createHmac('sha256', services.config.SECRET_KEY[0] ?? '')
    .update(`code:${mailing}:${code}`)
    .digest()
}
