import { expect, test } from 'vitest'
import { fromTop } from './from-top.ts'

test('a text whose headings begin at the second level is raised by one, and its code stays as it is', () => {
  expect(fromTop('Words\n\n## One\n\n### Two\n\n```\n## a comment\n```\n')).toBe('Words\n\n# One\n\n## Two\n\n```\n## a comment\n```\n')
  expect(fromTop('# One\n\n## Two #3')).toBe('# One\n\n## Two #3')
  expect(fromTop('No heading, #tag alone')).toBe('No heading, #tag alone')
})
