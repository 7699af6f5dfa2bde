import { expect, test } from 'vitest'
import { Glob, Path } from '../../../src/capabilities/knowledge/decisions/governed-paths.contract.ts'
import { matches, type Effort } from '../../../src/capabilities/knowledge/decisions/glob.ts'

const table: [string, string[], string[]][] = [
  ['src/main.ts', ['src/main.ts'], ['src/main.tsx', 'lib/src/main.ts', 'src']],
  ['src/*.ts', ['src/a.ts', 'src/.ts'], ['src/a/b.ts', 'src/a.tsx', 'a.ts']],
  ['src/**', ['src/a', 'src/a/b/c.ts'], ['src', 'srcs/a', 'lib/src/a']],
  ['src/', ['src/a', 'src/a/b'], ['src', 'source/a']],
  ['**/*.sql', ['a.sql', 'x/y/a.sql'], ['a.sql/x', 'a.sq']],
  ['src/**/test/*.ts', ['src/test/a.ts', 'src/a/b/test/c.ts'], ['src/a/test/b/c.ts', 'test/a.ts']],
  ['**/a/**/b', ['a/b', 'x/a/y/a/z/b'], ['b/a', 'a/x']],
  ['**', ['a', 'a/b'], []],
  ['app/[id]/page.?s', ['app/[id]/page.ts', 'app/[id]/page.👍s'], ['app/i/page.ts', 'app/[id]/page.tts']],
  ['a.c', ['a.c'], ['abc']],
]

test.each(table)('%s governs what it names and nothing else', (glob, yes, no) => {
  for (const path of yes) expect(matches(glob, path), path).toBe(true)
  for (const path of no) expect(matches(glob, path), path).toBe(false)
})

test('what is no glob or no path of a repository is refused', () => {
  for (const glob of ['/etc', '../x', 'a//b', 'a/./b', '{a,b}', '!a', 'a\\b', 'a**', '', 'x'.repeat(201), 'a\nb']) {
    expect(Glob.safeParse(glob).success, glob).toBe(false)
  }
  for (const path of ['/etc/passwd', 'a/../b', 'a\\b', '', 'a\0b']) expect(Path.safeParse(path).success, path).toBe(false)
})

test('a hostile glob costs no more than its length times that of the path', () => {
  const globs = [`${'*a'.repeat(90)}b`, '**/a/'.repeat(38) + 'b', `*${'a'.repeat(190)}b`, `${'**/*'.repeat(1)}${'*?'.repeat(90)}b`]
  const paths = ['a'.repeat(500), 'a/'.repeat(249) + 'c']
  for (const glob of globs) {
    for (const path of paths) {
      const effort: Effort = { steps: 0 }
      expect(matches(glob, path, effort)).toBe(false)
      expect(effort.steps).toBeLessThan(200 * 500 * 2)
    }
  }
})
