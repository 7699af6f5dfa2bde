import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openChromium } from '../harness/chromium.ts'

test('all files share a Chromium, and closing one’s own pages leaves those of others', async () => {
  const [one, other] = await Promise.all([openChromium(), openChromium()])
  const [mine, theirs] = [await one.newContext(), await other.newContext()]
  expect(mine.browser()).toBe(theirs.browser())
  const page = await theirs.newPage()
  await one.close()
  await expect(mine.newPage()).rejects.toThrow('closed')
  expect(await page.evaluate('6 * 7')).toBe(42)
  await other.close()
  expect(page.isClosed()).toBe(true)
})

test('after a crash the next context comes from a new Chromium', async () => {
  const chromium = await openChromium()
  const before = (await chromium.newContext()).browser()
  await before?.close()
  const context = await chromium.newContext()
  expect(context.browser()).not.toBe(before)
  expect(await (await context.newPage()).evaluate('6 * 7')).toBe(42)
  await chromium.close()
})

/** A file of /proc about a process, or nothing once the process has ended. */
const about = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

test('a worker that is told to end leaves neither Chromium nor its profile behind', async () => {
  const script = `const { openChromium } = await import(process.argv[1]); await openChromium(); console.log('open')`
  const harness = new URL('../harness/chromium.ts', import.meta.url).href
  const worker = spawn(process.execPath, ['--input-type=module', '-e', script, harness], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(worker.stdout, 'data')
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const [started, ...more] = processes.filter((pid) => about(pid, 'status').includes(`\nPPid:\t${worker.pid}\n`))
  const profile = /--user-data-dir=([^\0]+)/.exec(about(started ?? 0, 'cmdline'))?.[1] ?? ''
  expect([more, existsSync(profile)]).toEqual([[], true])
  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  await ended
  expect(existsSync(profile)).toBe(false)
  // What has ended has no command line, even if nobody has taken note of its end.
  await expect.poll(() => about(started ?? 0, 'cmdline')).toBe('')
})
