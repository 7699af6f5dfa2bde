import { expect, test, vi } from 'vitest'

vi.mock('./client.ts', () => ({ account: {}, clientFor: () => ({}), optionsFor: () => ({}) }))

test('names are asked for in as many requests as fit into a URL', async () => {
  const { standInForBrowser } = await import('./browser-stand-in.ts')
  standInForBrowser()
  const { batchesOf } = await import('./references.ts')
  const keys = Array.from({ length: 130 }, (_, nth) => `WEB-${nth}`)
  expect(batchesOf(keys).map((some) => some.length)).toEqual([60, 60, 10])
  const titles = Array.from({ length: 40 }, (_, nth) => `${nth} ${'Оплата'.repeat(12)}`)
  const batches = batchesOf(titles)
  expect(batches.flat()).toEqual(titles)
  for (const some of batches) expect(encodeURIComponent(some.join('')).length).toBeLessThanOrEqual(6000)
  expect(batchesOf([])).toEqual([])
})
