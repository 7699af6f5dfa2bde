import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Script } from './model/script.ts'
import { startModel } from './model/server.ts'
import { install } from './packages.ts'
import type { Program, Stage } from './program.ts'

interface Options {
  prompt?: string
  /** Additional arguments for the program. */
  args?: string[]
}

interface Run {
  output: string
  milliseconds: number
}

/** A home directory with one program set up for Baton, and nothing else of this machine. */
export interface Home {
  folder: string
  /** Runs one prompt to completion; throws unless both the program and the script finished. */
  run(script: Script, options?: Options): Promise<Run>
  /** Runs a shell command that needs no model. */
  shell(command: string): Promise<string>
  close(): void
}

/** Only ends a program that hangs. */
const atMost = 600_000

export async function openHome(program: Program, { url, token }: { url: string; token: string }): Promise<Home> {
  const folder = await install(program.package)
  const home = mkdtempSync(join(tmpdir(), 'baton-client-'))
  const work = join(home, 'work')
  mkdirSync(work)
  const stageAt = (model: string): Stage => ({ folder, home, url, token, model })
  const write = (stage: Stage): void => {
    for (const [name, text] of Object.entries(program.files?.(stage) ?? {})) {
      mkdirSync(dirname(join(home, name)), { recursive: true })
      writeFileSync(join(home, name), text)
    }
  }
  const start = (stage: Stage, [command = '', ...args]: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const path = [...(program.path?.(stage) ?? []), join(folder, 'node_modules/.bin'), dirname(process.execPath), '/usr/bin', '/bin']
      const own = { PATH: path.join(':'), HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', BATON_TOKEN: token, BATON_URL: url }
      const env = { ...own, ...program.env(stage) }
      const child = spawn(command, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: atMost, killSignal: 'SIGKILL' })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => void (output += data.toString()))
      child.once('error', reject)
      child.once('close', (code) => {
        if (code === 0) resolve(output)
        else reject(new Error(`${program.name} ended with ${code}: ${output.slice(-2000)}`))
      })
    })
  const shell = (command: string) => start(stageAt('http://127.0.0.1:9'), ['/bin/sh', '-ec', command])
  if (program.setup) {
    write(stageAt('http://127.0.0.1:9'))
    await shell(program.setup(stageAt('')))
  }
  return {
    folder: home,
    shell,
    async run(script, { prompt = 'Do the day’s work in Baton.', args = [] } = {}) {
      const model = await startModel(program.protocol, script)
      const stage = stageAt(model.url)
      if (!program.setup) write(stage)
      const started = performance.now()
      try {
        const output = await start(stage, [...program.command(stage, prompt), ...args])
        await Promise.race([model.ended, unfinished(program, output)])
        return { output, milliseconds: Math.round(performance.now() - started) }
      } finally {
        model.close()
      }
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** The program has exited: a script that hasn't finished by now never will. */
const unfinished = (program: Program, output: string): Promise<never> =>
  new Promise((_, reject) =>
    setImmediate(() => reject(new Error(`${program.name} left in the middle of its script: ${output.slice(-2000)}`))),
  )
