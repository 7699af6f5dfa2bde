import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import type { MailText } from './render-mail.ts'

const ignore = 'If you didn’t request this, ignore this email. Nothing has changed.'

interface Mailing {
  minutes: number
  secret: 'code' | 'link' | 'none'
  /** `secret` is the code, or the URL with the link's secret after #, which no browser sends to a server. */
  text(secret: string): MailText
}

const linkMail = (subject: string, asked: string, label: string, lasts: string, url: string): MailText => ({
  subject,
  paragraphs: [asked],
  link: { label, url },
  notes: [`This link works once and expires in ${lasts}.`, ignore],
})

/** The mails that Baton sends about an account. They contain no text that a person wrote, so nobody can make them say something. */
export const mailings = {
  code: {
    minutes: 10,
    secret: 'code',
    text: (code) => ({
      subject: 'Your code for Baton',
      paragraphs: ['Enter this code to log in:'],
      code,
      notes: ['This code works once and expires in 10 minutes. We will never ask you for it.', ignore],
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
      linkMail('Reset your Baton password', 'Use this link to choose a new password.', 'Choose a new password', '30 minutes', url),
  },
  verify: {
    minutes: 24 * 60,
    secret: 'link',
    text: (url) =>
      linkMail('Verify your email address for Baton', 'Please verify that this address is yours.', 'Verify email', '24 hours', url),
  },
  change: {
    minutes: 60,
    secret: 'link',
    text: (url) =>
      linkMail(
        'Confirm your new email address for Baton',
        'Confirm to use this address for your Baton account.',
        'Confirm change',
        '1 hour',
        url,
      ),
  },
  changed: {
    minutes: 24 * 60,
    secret: 'none',
    text: () => ({
      subject: 'Your Baton email address was changed',
      paragraphs: ['Your account now uses a different email address. You can no longer log in with this one.'],
      notes: ['If this wasn’t you, contact your Baton administrator right away.'],
    }),
  },
  key_exchanged: {
    minutes: 24 * 60,
    secret: 'none',
    text: () => ({
      subject: 'A new API key for your Baton account',
      paragraphs: [
        'An application used your email address and password to create an API key. You can see your keys in Settings, API keys.',
      ],
      notes: ['If this wasn’t you, revoke the key and change your password right away.'],
    }),
  },
} as const satisfies Record<string, Mailing>

export type MailingKind = keyof typeof mailings

/** The page of each link. It asks for confirmation first, since mail scanners follow links. */
export const linkPaths: Partial<Record<MailingKind, string>> = {
  magic_link: '/magic-link',
  reset: '/reset-password',
  verify: '/verify-email',
  change: '/change-email',
}

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/** Keyed with the instance's secret: all million plain digests can be tried in a second, so a stolen dump must not be enough. */
export function codeDigest({ services }: Pick<Context, 'services'>, mailing: string, code: string): Buffer {
  return createHmac('sha256', services.config.SECRET_KEY[0] ?? '')
    .update(`code:${mailing}:${code}`)
    .digest()
}
