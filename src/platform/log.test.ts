import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('a process goes on when its log cannot be written because the disk is full', async () => {
  const script = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog('info')
    for (let line = 0; line < 100; line++) log.info('nobody will read this')
    setTimeout(() => { log.info('nor this'); console.error('went on') }, 50)`
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: [...stdio],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  expect([code, said.trim()]).toEqual([0, 'went on'])
})
