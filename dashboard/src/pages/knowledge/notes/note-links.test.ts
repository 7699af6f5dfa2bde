import { expect, test } from 'vitest'
import { tickedLike } from './note-links.ts'

test('a box that is ticked where it is shown is ticked in what was written, whose links stay', () => {
  const written = '- [ ] See [[BAT-1]]\n- [x] Done\n  1. [ ] Below [[Plan]]\n'
  const shown = '- [ ] See [BAT-1](/a/t/BAT-1)\n- [x] Done\n  1. [ ] Below [Plan](/a/notes/1)\n'
  expect(tickedLike(written, shown, shown.replace('1. [ ]', '1. [x]'))).toBe(written.replace('1. [ ]', '1. [x]'))
  expect(tickedLike(written, shown, shown.replace('[x]', '[ ]'))).toBe(written.replace('[x]', '[ ]'))
})
