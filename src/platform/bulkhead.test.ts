import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Bulkhead } from './bulkhead.ts'

test('work of one key runs in its turn, so many at once; another key does not wait', async () => {
  const bulkhead = new Bulkhead('test', 2)
  const order: string[] = []
  let running = 0
  const work = (name: string) => async () => {
    expect(++running).toBeLessThanOrEqual(3)
    order.push(name)
    await pause(20)
    running--
  }
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => bulkhead.run('a', work(name)))
  all.push(bulkhead.run('b', work('b1')))
  await Promise.all(all)
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('who finds no room in time is refused, and so is who comes when too many wait', async () => {
  const bulkhead = new Bulkhead('test', 1, { patience: 30, maxWaiting: 1 })
  const leave = await bulkhead.enter('a')
  const late = bulkhead.enter('a')
  await expect(bulkhead.enter('a')).rejects.toMatchObject({ code: '53300' })
  await expect(late).rejects.toMatchObject({ code: '53300' })
  leave()
  const again = await bulkhead.enter('a')
  again()
})

test('work that fails makes room like any other', async () => {
  const bulkhead = new Bulkhead('test', 1, { patience: 30 })
  await expect(bulkhead.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await bulkhead.run('a', async () => 'fine')).toBe('fine')
})
