import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Person } from '../harness/person.ts'
import { installPacked, newHome } from './packed.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
  /** The last line of stdout, parsed. */
  json: any
}

interface Options {
  env?: Record<string, string>
  input?: string
  /** The working directory; the home directory by default. */
  cwd?: string
}

/** A person's machine: its own home, the packed program, and nothing of this process's environment. */
export class Machine {
  readonly home = newHome()
  readonly env: Record<string, string>
  readonly #program: string

  private constructor(program: string, url: string) {
    this.#program = program
    this.env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: this.home, BATON_URL: url, LANG: 'C.UTF-8' }
  }

  static async open(url: string): Promise<Machine> {
    return new Machine(await installPacked(), url)
  }

  start(args: readonly string[], { env = {}, input = '', cwd = this.home }: Options = {}): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn(process.execPath, [this.#program, ...args], {
      cwd,
      env: { ...this.env, ...env },
      timeout: 150_000,
      killSignal: 'SIGKILL',
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (data: Buffer) => void (output.stdout += data.toString()))
    child.stderr.on('data', (data: Buffer) => void (output.stderr += data.toString()))
    // The program may exit without reading stdin.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, ...output, json: lastJson(output.stdout) }))
    })
    return { child, ended }
  }

  run(args: readonly string[], options?: Options): Promise<Ended> {
    return this.start(args, options).ended
  }

  /** Runs with --json and must succeed. */
  async do(args: readonly string[], options?: Options): Promise<any> {
    const ended = await this.run([...args, '--json'], options)
    if (ended.code !== 0) throw new Error(`baton ${args.join(' ')} ended with ${ended.code}: ${ended.stderr}${ended.stdout}`)
    return ended.json
  }

  /** Runs the device flow, approved by this person. */
  async logIn(person: Person, options?: Options): Promise<Ended> {
    const { child, ended } = this.start(['login', '--json'], options)
    const code = await new Promise<string>((resolve, reject) => {
      let text = ''
      child.stdout?.on('data', (data: Buffer) => {
        text += data.toString()
        if (text.includes('\n')) resolve(JSON.parse(text.split('\n')[0] ?? '').user_code)
      })
      void ended.then(({ stderr }) => reject(new Error(`it ended without a code: ${stderr}`)))
    })
    await person.do('POST', '/api/auth/device/approve', { user_code: code })
    return ended
  }

  close(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}

function lastJson(text: string): unknown {
  try {
    return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return undefined
  }
}
