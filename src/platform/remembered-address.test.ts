import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { rememberAddresses } from './remembered-address.ts'

type Said = LookupAddress[] | Error | null

/** A name server that gives these answers in order; null means no answer. */
function after(...said: Said[]) {
  const find = (_host: string, _options: object, done: (error: Error | null, found?: LookupAddress[]) => void) => {
    const next = said.shift() ?? null
    if (next instanceof Error) done(next)
    else if (next) done(null, next)
  }
  const lookup = rememberAddresses(find as never)
  return () => new Promise((resolve) => lookup('postgres.test', { all: true }, (error, found) => resolve(error ?? found)))
}

const first = [{ address: '192.0.2.1', family: 4 }]
const second = [{ address: '192.0.2.2', family: 4 }]
const gone = new Error('EAI_AGAIN')

test('the last address of the database serves while no name server answers, and no longer', async () => {
  const ask = after(first, gone, null, second, gone)
  expect(await ask()).toEqual(first)
  expect(await ask()).toEqual(first)
  expect(await ask()).toEqual(first)
  expect(await ask()).toEqual(second)
  expect(await ask()).toEqual(second)
})

test('a name that was never found is not', async () => {
  expect(await after(gone)()).toBe(gone)
})
