import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type LaunchOptions } from 'playwright-core'

/** Debian's Chromium without a window system: the same engine at two thirds of the CPU time. */
const light = '/usr/bin/chromium-headless-shell'
const program = process.env['CHROMIUM'] ?? (existsSync(light) ? light : '/usr/bin/chromium')
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

/** A Chromium of one's own, for a script that closes it by itself; tests share one through `openChromium`. */
export const launchChromium = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ executablePath: program, args, ...options })

/** What a test file may do with the Chromium of its process. */
export interface Chromium {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Closes the contexts opened through this object; in a test, the browser itself stays for the next file. */
  close(): Promise<void>
}

let running: Promise<Browser> | undefined
let users = 0

/** The Chromium of this process; starts it, also in place of one that has crashed. */
function shared(): Promise<Browser> {
  running ??= start()
  return running
}

async function start(): Promise<Browser> {
  const forget = () => void (running = undefined)
  try {
    const browser = await launchChromium({ handleSIGTERM: false })
    return browser.once('disconnected', forget)
  } catch (error) {
    forget()
    throw error
  }
}

let ends = false
/**
 * Vitest ends a worker with SIGTERM. Playwright would then close the browser in its own time, without ending the process, which is killed half a
 * second later. On exit Playwright kills Chromium and removes its profile before the process ends.
 */
function endWithProcess(): void {
  if (!ends) process.once('SIGTERM', () => process.exit(143))
  ends = true
}

/** One Chromium serves all test files of a process: starting one takes as long as several pages. Each file works in contexts of its own. */
export async function openChromium(): Promise<Chromium> {
  endWithProcess()
  await shared()
  users++
  const open = new Set<BrowserContext>()
  return {
    async newContext(options) {
      const context = await (await shared()).newContext(options)
      open.add(context)
      context.once('close', () => open.delete(context))
      return context
    },
    async close() {
      await Promise.all([...open].map((context) => context.close()))
      users--
      // A script ends when nothing is left running.
      if (users === 0 && !process.env['VITEST']) await (await running)?.close()
    },
  }
}
