import { createServer, type AddressInfo } from 'node:net'
import { MailDev } from 'maildev'
import { waitFor } from './wait.ts'

export interface ReceivedMail {
  subject: string
  text: string
  html: string
  /** The sender's address. */
  from: string
  /** The raw message. */
  source(): Promise<string>
}

/** A real SMTP server that stores what it receives and forwards nothing. */
export interface MailServer {
  /** For MAIL_URL. */
  url: string
  /** The mails to this address so far, oldest first. */
  to(address: string): Promise<ReceivedMail[]>
  /** Waits for the next mail to this address whose subject contains `subject` and that no earlier call has returned. */
  next(address: string, subject: string): Promise<ReceivedMail>
  close(): Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export async function startMailServer(port?: number): Promise<MailServer> {
  const smtp = port ?? (await freePort())
  const maildev = new MailDev({ smtp, ip: '127.0.0.1', disableWeb: true, silent: true })
  const { storage, smtp: server } = await maildev.start()
  const taken = new Set<string>()
  const to = async (address: string) => {
    const mails = (await storage.getAll()).filter((mail) => mail.envelope.to.some((one) => one.address === address))
    return mails.map(({ id, subject, text, html, from }) => ({
      id,
      subject,
      text: text ?? '',
      html: html || '',
      from: from[0]?.address ?? '',
      source: async () => (await (await server.getRawEmail(id)).toArray()).join(''),
    }))
  }
  return {
    url: `smtp://127.0.0.1:${smtp}`,
    to,
    async next(address, subject) {
      const isNext = (one: ReceivedMail & { id: string }) => one.subject.includes(subject) && !taken.has(one.id)
      const mails = await waitFor(
        `a mail “${subject}” to ${address}`,
        () => to(address),
        (all) => all.some(isNext),
      )
      const mail = mails.find(isNext) as (typeof mails)[number]
      taken.add(mail.id)
      return mail
    },
    close: () => maildev.stop(),
  }
}

/** The secret in a mail: its six-digit code, or the part of its link after #. */
export function secretIn({ text }: ReceivedMail): string {
  const [, secret] = text.match(/^ {4}(\d{6})$|#([\w-]{20,})$/m)?.filter(Boolean) ?? []
  if (!secret) throw new Error(`no code and no link in the mail:\n${text}`)
  return secret
}
