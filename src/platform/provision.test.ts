import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { connected } from './provision.ts'

/** A driver whose database is unreachable until this much time has been waited. */
function awayFor(milliseconds: number, code: string) {
  let waited = 0
  class Client extends pg.Client {
    override async connect(): Promise<never> {
      if (waited < milliseconds) throw Object.assign(new Error(`away: ${code}`), { code })
      return super.connect() as Promise<never>
    }
  }
  return { Client, wait: async (time: number) => (waited += time), waited: () => waited }
}

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03'])(
  'a program that is run once waits through %s, and works once',
  async (code) => {
    const { waited, ...driver } = awayFor(3_000, code)
    let worked = 0
    expect(await connected(inject('servers').adminUrl, async () => ++worked, driver)).toBe(1)
    expect(waited()).toBe(3_000)
  },
)

test('after a minute it gives up', async () => {
  const { waited, ...driver } = awayFor(Infinity, 'EAI_AGAIN')
  await expect(connected(inject('servers').adminUrl, async () => {}, driver)).rejects.toThrow('away: EAI_AGAIN')
  expect(waited()).toBe(60_000)
})

test('a wrong name is not tried again, and work that fails is not repeated', async () => {
  const wait = () => Promise.reject(new Error('waited'))
  const url = new URL(inject('servers').adminUrl)
  url.username = 'nobody_of_this_name'
  await expect(connected(url.href, async () => {}, { wait })).rejects.toThrow('nobody_of_this_name')
  const failing = () => Promise.reject(Object.assign(new Error('lost'), { code: 'ECONNRESET' }))
  await expect(connected(inject('servers').adminUrl, failing, { wait })).rejects.toThrow('lost')
})
