import { startBaton, type Baton } from './baton.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { startWorker } from './worker.ts'

/** A Baton that sends mail to a real SMTP server, and the worker that does the sending. */
export async function startBatonWithMail(
  overrides: Record<string, string> = {},
): Promise<{ baton: Baton; mails: MailServer; close(): Promise<void> }> {
  const mails = await startMailServer()
  const baton = await startBaton({ MAIL_URL: mails.url, ...overrides })
  const worker = await startWorker(baton)
  return {
    baton,
    mails,
    async close() {
      await worker.close()
      await baton.close()
      await mails.close()
    },
  }
}

export const minutes = (count: number): number => count * 60_000
