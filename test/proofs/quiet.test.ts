import { expect, test } from 'vitest'
import { busyShare, lookAround, mostBusy, unrest } from './quiet.ts'

/** user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice */
const stat = (...times: number[]) => `cpu  ${times.join(' ')}\ncpu0 1 2 3 4 5 6 7 8 0 0\nintr 1\n`

test('what is not idle or waiting for a disk is busy, and so is what the host took', () => {
  expect(busyShare(stat(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), stat(10, 5, 5, 60, 10, 2, 3, 5, 10, 0))).toBeCloseTo(0.3)
  expect(busyShare(stat(7, 0, 0, 50, 0, 0, 0, 0, 7, 0), stat(7, 0, 0, 150, 0, 0, 0, 0, 7, 0))).toBe(0)
  expect(busyShare(stat(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), stat(0, 0, 0, 0, 0, 0, 0, 100, 0, 0))).toBe(1)
})

test('a machine that cannot be read is not taken for a quiet one', () => {
  expect(() => busyShare(stat(1, 1, 1, 1, 1, 1, 1, 1), stat(1, 1, 1, 1, 1, 1, 1, 1))).toThrow('did not move')
  expect(() => busyShare('', '')).toThrow('not as Linux writes it')
})

test('a busy machine is refused with what was found and how to go on; a quiet one is not', async () => {
  const readings = [stat(0, 0, 0, 0, 0, 0, 0, 0), stat(63, 0, 0, 37, 0, 0, 0, 0)]
  const found = await lookAround(0, () => readings.shift() ?? '')
  expect(found).toMatchObject({ busy: 0.63, seconds: 0, load: expect.any(Number) })
  expect(unrest(found)).toMatch(/took 63% of its CPU time \(at most 10%; load .*--anyway/)
  expect(unrest({ busy: mostBusy, seconds: 5, load: 0 })).toBe('')
})
