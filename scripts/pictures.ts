/**
 * Regenerates the README's pictures from the sample project of a running `npm run demo`: `node scripts/pictures.ts ADDRESS`. Key screens
 * in both modes, and a short recording of the agent at work, which needs img2webp (Debian's package webp). Chromium is the one the tests use.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { createClient, type Client } from '../client/src/create-client.ts'
import { launchChromium } from '../test/harness/chromium.ts'
import { loggedIn } from '../test/dashboard/dashboard.ts'

const [address = process.env['APP_URL'] ?? ''] = process.argv.slice(2)
const url = new URL(address).origin
const { email, password } = JSON.parse(readFileSync('data/baton_demo.json', 'utf8')) as { email: string; password: string }
const folder = process.env['PICTURES'] ?? 'docs/pictures'
const frames = 'data/frames'
const size = { width: 1440, height: 900 }
/** How many seconds of the recording each screen gets. */
const recorded: Record<string, number> = { 'agents-live': 16, board: 4, task: 30 }

async function open(browser: Browser, dark: boolean, viewport = size): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const login = await createClient({ url }).login({ email, password })
  if (!('refresh_token' in login)) throw new Error('the demo account asks for a second factor')
  await context.addCookies([
    { name: 'baton_refresh', value: String(login.refresh_token), domain: new URL(url).hostname, path: '/api/auth', httpOnly: true },
  ])
  await context.addInitScript(loggedIn)
  return context.newPage()
}

interface Screen {
  name: string
  path: string
  ready: string
}

async function screens(api: Client): Promise<Screen[]> {
  const { project } = await api.createSampleProject({})
  const [feature] = (await api.listFeatures({ project: project.slug })).items
  const tasks = (await api.listTasks({ project: project.slug, limit: 100 })).items
  const task = tasks.find(({ title }) => title.startsWith('Retry a payment'))
  const at = `/demo-team/p/${project.slug}`
  return [
    { name: 'agents-live', path: '/demo-team/agents/live', ready: 'Juniper' },
    { name: 'board', path: `${at}/board`, ready: 'Retry a payment' },
    { name: 'feature', path: `/demo-team/features/${feature?.id}`, ready: 'Payments survive a timeout' },
    { name: 'task', path: `/demo-team/t/${task?.key}`, ready: 'A timeout says nothing' },
  ]
}

/** Records the agent at work: first on the live page, then on its task. */
async function record(page: Page, all: readonly Screen[]): Promise<void> {
  rmSync(frames, { recursive: true, force: true })
  mkdirSync(frames, { recursive: true })
  let frame = 0
  for (const { name, path, ready } of all) {
    const seconds = recorded[name]
    if (!seconds) continue
    await page.goto(path)
    await page.getByText(ready).first().waitFor()
    // The wheel scrolls whatever is under the mouse pointer.
    await page.mouse.move(600, 400)
    for (let second = 0; second < seconds; second++) {
      await page.screenshot({ path: `${frames}/${String(frame++).padStart(4, '0')}.png` })
      // The agent's latest messages are at the bottom of the page.
      if (name === 'task' && second > 4) await page.mouse.wheel(0, 200)
      await pause(1000)
    }
  }
  // Sped up, and small enough for a README.
  const files = readdirSync(frames).toSorted()
  execFileSync('img2webp', ['-loop', '0', '-mixed', '-q', '70', '-m', '4', '-d', '400', ...files, '-o', 'film.webp'], { cwd: frames })
  renameSync(`${frames}/film.webp`, `${folder}/agent-at-work.webp`)
  rmSync(frames, { recursive: true, force: true })
}

const login = await createClient({ url }).login({ email, password })
if (!('token' in login)) throw new Error('the demo account asks for a second factor')
const api = createClient({ url, token: login.token, organization: 'demo-team' })
const browser = await launchChromium()

/** Recreates the sample project, so that the agent starts over and is at work. */
async function anew(): Promise<Screen[]> {
  await api.removeSampleProject({})
  return screens(api)
}

try {
  const film = await open(browser, false, { width: 1280, height: 760 })
  await record(film, await anew()).catch((error: unknown) => console.error(`No recording: ${String(error)}`))
  const pages = [await open(browser, false), await open(browser, true)]
  const all = await anew()
  // By then the agent holds its task and has reported progress.
  await pause(25_000)
  for (const { name, path, ready } of all) {
    for (const [place, page] of pages.entries()) {
      await page.goto(path)
      await page.getByText(ready).first().waitFor()
      await pause(1500)
      const file = `${folder}/${name}${place === 0 ? '' : '-dark'}.png`
      await page.screenshot({ path: file })
      console.log(file)
    }
  }
} finally {
  await browser.close()
}
