import type { Transporter } from 'nodemailer'
import type { Logger } from './log.ts'
import { mails } from './vitals.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

export interface Mail {
  readonly on: boolean
  /** Whether the mail server accepted the message; false if there is none. Throws if it refused, so that the job is retried. */
  send(message: Message): Promise<boolean>
}

interface Settings {
  APP_URL: string
  MAIL_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** Milliseconds that a mail server may say nothing, and for a whole message. */
const usual = { patience: 5000, longest: 8000 }

export function createMail({ APP_URL, MAIL_URL, MAIL_FROM }: Settings, log: Logger): Mail {
  if (MAIL_URL) return mailThrough(MAIL_URL, MAIL_FROM, APP_URL)
  log.warn('mail is off: set MAIL_URL to send codes, links and invitations')
  return { on: false, send: () => Promise.resolve(false) }
}

/** Opens one connection to the mail server per message. Addresses and content are never logged. */
export function mailThrough(MAIL_URL: string, MAIL_FROM: string | null | undefined, APP_URL: string, { patience, longest } = usual): Mail {
  const settings = {
    url: MAIL_URL,
    dnsTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let made: Promise<Transporter> | undefined
  const transport = () => (made ??= import('nodemailer').then(({ createTransport }) => createTransport(settings)))
  const from = MAIL_FROM ?? `Baton <no-reply@${new URL(APP_URL).hostname}>`
  return {
    on: true,
    async send(message) {
      const sent = (await transport()).sendMail({
        ...message,
        // Not as a string, which would be parsed as a list of addresses.
        to: { name: '', address: message.to },
        from,
        headers: { 'auto-submitted': 'auto-generated', ...message.headers },
      })
      try {
        await Promise.race([sent, tooLate(longest)])
      } catch (error) {
        mails('refused')
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        // The server's message may repeat the address.
        throw new Error(`the mail server did not take a message (${[code, responseCode].filter(Boolean).join(' ') || 'too slow'})`)
      }
      mails('sent')
      return true
    },
  }
}

/** Sends through the mail server that is currently configured. */
export function createInstanceMail(current: () => { url: string | null; from: string | null }, APP_URL: string, log: Logger): Mail {
  let made: { url: string | null; from: string | null; mail: Mail } | undefined
  const mail = (): Mail => {
    const { url, from } = current()
    if (made?.url !== url || made.from !== from) {
      made = { url, from, mail: createMail({ APP_URL, MAIL_URL: url ?? undefined, MAIL_FROM: from ?? undefined }, log) }
    }
    return made.mail
  }
  mail()
  return {
    get on() {
      return mail().on
    },
    send: (message) => mail().send(message),
  }
}

const tooLate = (longest: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error()), longest).unref()
  })
