import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'

/** One line of the receiver's record: the messages it has taken in, in order. */
export interface Taken {
  id: string
  seq: number
  subject: string
  signed: boolean
}

/** A receiver as a separate process. It records a message before it answers, so that a kill loses nothing it has acknowledged. */
export function startReceiver(port: number, secret: string, notebook: string): Promise<ChildProcess & { port: number }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), String(port), secret, notebook], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the receiver ended with ${code}`)))
    child.stdout.once('data', (line: Buffer) => resolve(Object.assign(child, { port: Number(line) })))
  })
}

function receive(port: number, secret: string, notebook: string): void {
  const webhook = new Webhook(secret)
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const luck = Math.random()
      if (luck < 0.08) return void response.writeHead(500).end()
      if (luck < 0.1) return // hangs
      const { seq, subject_id } = JSON.parse(text)
      const taken: Taken = { id: String(request.headers['webhook-id']), seq, subject: subject_id, signed: isSigned(text, request.headers) }
      appendFileSync(notebook, `${JSON.stringify(taken)}\n`)
      // Sometimes it has recorded the message but fails to answer.
      if (luck < 0.12) return void response.destroy()
      response.writeHead(204).end()
    })
  })
  const isSigned = (text: string, headers: object): boolean => {
    try {
      webhook.verify(text, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }
  server.listen(port, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
}

if (import.meta.main) {
  const [port, secret, notebook] = process.argv.slice(2) as [string, string, string]
  receive(Number(port), secret, notebook)
}
