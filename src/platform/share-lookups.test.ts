import { describe, expect, it } from 'vitest'
import { shareLookups } from './share-lookups.ts'

/** Lookups that settle on demand. */
function lookups() {
  const ends: ((value: number | Error) => void)[] = []
  const look = () =>
    new Promise<number>((resolve, reject) => {
      ends.push((value) => (typeof value === 'number' ? resolve(value) : reject(value)))
    })
  return { ends, look }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('lookups of one key', () => {
  it('are one at a time, and whoever asks meanwhile shares the next', async () => {
    const { ends, look } = lookups()
    const ask = shareLookups<number>()
    const first = ask('key', look)
    const others = [ask('key', look), ask('key', look), ask('key', look)]
    expect(ends).toHaveLength(1)
    ends[0]!(1)
    expect(await first).toBe(1)
    await turn()
    expect(ends).toHaveLength(2)
    const late = ask('key', look)
    ends[1]!(2)
    expect(await Promise.all(others)).toEqual([2, 2, 2])
    await turn()
    ends[2]!(3)
    expect(await late).toBe(3)
    expect(ends).toHaveLength(3)
  })

  it('remember nothing, neither an answer nor a failure', async () => {
    const { ends, look } = lookups()
    const ask = shareLookups<number>()
    const first = ask('key', look)
    const second = ask('key', look)
    ends[0]!(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await turn()
    ends[1]!(2)
    expect(await second).toBe(2)
    const third = ask('key', look)
    ends[2]!(3)
    expect(await third).toBe(3)
  })

  it('do not wait for those of another key', async () => {
    const { ends, look } = lookups()
    const ask = shareLookups<number>()
    void ask('one', look)
    const other = ask('other', look)
    expect(ends).toHaveLength(2)
    ends[1]!(2)
    expect(await other).toBe(2)
  })
})
