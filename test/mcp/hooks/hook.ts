import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const script = fileURLToPath(new URL('../../../plugins/claude-code/hooks/baton.sh', import.meta.url))

/** The plugin's script as a client runs it, with a data folder of its own. */
export class Hook {
  readonly folder = mkdtempSync(join(tmpdir(), 'baton-hook-'))
  readonly #env: Record<string, string>

  constructor(url: string, token = 'svc_live_none', more: Record<string, string> = {}) {
    this.#env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      BATON_URL: url,
      BATON_TOKEN: token,
      CLAUDE_PLUGIN_DATA: this.folder,
      ...more,
    }
  }

  /** Resolves with what the client reads, once the process is gone and nothing holds its streams open. */
  run(event: string, session: string, more: object = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const hook = spawn('sh', [script, 'claude-code'], { env: this.#env, stdio: ['pipe', 'pipe', 'inherit'] })
      let said = ''
      hook.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
      hook.on('error', reject)
      hook.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`the hook ended with ${code}`))))
      hook.stdin.end(JSON.stringify({ session_id: session, transcript_path: '/tmp/t', cwd: '/work', hook_event_name: event, ...more }))
    })
  }

  /** A tool was used, as Claude Code tells it. */
  ran(session: string, command: string, error?: string): Promise<string> {
    const event = error === undefined ? 'PostToolUse' : 'PostToolUseFailure'
    const given = { tool_name: 'Bash', tool_input: { command, description: 'Runs it' } }
    return this.run(event, session, {
      ...given,
      ...(error === undefined ? { tool_response: { stdout: '' } } : { error }),
      tool_use_id: 't',
    })
  }

  /** Everything that is kept on the machine; a sender may be moving a file aside. */
  kept(): string {
    const read = (name: string): string => {
      try {
        return readFileSync(join(this.folder, name), 'utf8')
      } catch {
        return name.endsWith('.spool') ? read(name.replace(/spool$/, 'sending')) : ''
      }
    }
    return readdirSync(this.folder)
      .filter((name) => /\.(spool|sending)$/.test(name))
      .map(read)
      .join('')
  }

  /** As if it had failed often: nobody tries until then. */
  failedUntil(time: number): void {
    writeFileSync(join(this.folder, 'retry'), String(Math.round(time / 1000)))
  }

  /** As if the time had come to try again. */
  forgetFailure(): void {
    rmSync(join(this.folder, 'retry'), { force: true })
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Stands between a hook and Baton. */
export async function startBetween(answer: (asked: IncomingMessage, body: string, response: ServerResponse) => void | Promise<void>) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => void answer(request, body, response))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { url, close }
}
