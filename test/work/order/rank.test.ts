import { expect, test } from 'vitest'
import { longestRank, rankBetween, rankOfNumber, spreadRanks } from '../../../src/capabilities/work/order/rank.ts'

const rising = (ranks: string[]) => ranks.every((rank, place) => place === 0 || (ranks[place - 1] ?? '') < rank)

test('between any two ranks there is another, wherever one asks and however often', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const ranks = Array.from({ length: 12 }, (_, place) => rankOfNumber(place + 1))
  for (let step = 0; step < 3000; step++) {
    const place = random(ranks.length + 1)
    ranks.splice(place, 0, rankBetween(ranks[place - 1] ?? null, ranks[place] ?? rankOfNumber(13)))
  }
  expect(rising(ranks)).toBe(true)
  expect(rankOfNumber(13) > (ranks.at(-1) ?? '')).toBe(true)
})

test.each([
  ['right behind one', (low: string, high: string, mid: string) => [low, mid, high]],
  ['right before one', (low: string, high: string, mid: string) => [mid, high, low]],
])('a rank grows by one digit in about six moves %s', (which) => {
  let [low, high] = [rankOfNumber(9), rankOfNumber(10)]
  let moves = 0
  for (let rank = low; rank.length <= longestRank; moves++) {
    rank = rankBetween(low, high)
    expect(rank > low && rank < high).toBe(true)
    if (which === 'right behind one') high = rank
    else low = rank
  }
  expect(moves).toBeGreaterThan(200)
})

test('ranks that are spread anew are short, rising and leave room on both sides', () => {
  for (const count of [1, 2, 30, 31, 500, 5000]) {
    const ranks = spreadRanks(rankOfNumber(4), count)
    expect(rising([rankOfNumber(4), ...ranks, rankOfNumber(5)])).toBe(true)
    expect(Math.max(...ranks.map((rank) => rank.length))).toBeLessThanOrEqual(13)
    expect(ranks.some((rank) => rank.length > 10 && rank.endsWith('0'))).toBe(false)
  }
})
