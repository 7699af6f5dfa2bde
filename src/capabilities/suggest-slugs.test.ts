import { expect, test } from 'vitest'
import { slugOf } from './suggest-slugs.ts'

test.each([
  ['Über Läden', 'uber-laden'],
  ['Straße nach Łódź', 'strasse-nach-lodz'],
  ['Smørrebrød & Æbler', 'smorrebrod-aebler'],
  ['İstanbul ılık', 'istanbul-ilik'],
  ['Déjà vu', 'deja-vu'],
  ['日本', 'project'],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name, 'project')).toBe(slug)
})
