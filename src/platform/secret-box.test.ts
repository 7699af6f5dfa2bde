import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const old = 'o'.repeat(32)
const fresh = 'f'.repeat(32)

test('a sealed value opens in its place, with its key, and nowhere else', () => {
  const box = createSecretBox([old])
  const sealed = box.seal('seed', 'row 1')
  expect(box.open(sealed, 'row 1')).toBe('seed')
  expect(() => box.open(sealed, 'row 2')).toThrow()
  expect(createSecretBox([fresh, old]).open(sealed, 'row 1')).toBe('seed')
  expect(() => createSecretBox([fresh]).open(sealed, 'row 1')).toThrow('no longer in SECRET_KEY')
})
