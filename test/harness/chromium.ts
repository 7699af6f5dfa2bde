import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

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

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: program, args })
