import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFacts, privateForms, publicForms } from '../../bench/truth/facts.ts'
import { setsToFit, setsToReport } from '../../bench/truth/sets.ts'
import { heldOutQuestions } from '../../bench/truth/work-sets.ts'

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'))
  writeFileSync(join(folder, 'forms.tsv'), text)
  return folder
}

test('the forms in the documentation can be measured', () => {
  const page = readFileSync(new URL('../../docs/memory.md', import.meta.url), 'utf8')
  const [, example = ''] = /```tsv\n(.*?)```/s.exec(page) ?? []
  const folder = folderWith(example)
  const [, hidden] = setsToReport([5], { folder, facts: 30 })
  expect(hidden).toMatchObject({ set: 'private' })
  expect(hidden?.facts.questions.some(({ evidence }) => evidence.length > 0)).toBe(true)
  const said = hidden?.facts.memories.map(({ text }) => text).join('\n') ?? ''
  expect(said).not.toMatch(/[{}]|undefined/)
})

test.each([
  ['window\ten\tstatement', 'not a form'],
  ['window\ten\tanswer\tIt is {n}.', 'not a form'],
  ['window\ten\tstatement\t{n} opens at {z}.', '{z} is no slot'],
  ['window\ten\tstatement\t{n} opens.', 'window in en has no question'],
])('a form that cannot be used is refused, and says why: %s', (line, why) => {
  expect(() => privateForms(folderWith(line))).toThrow(why)
})

test('the same seed makes the same facts, another one others; a tenth is superseded', () => {
  const forms = publicForms()
  const [facts, again, other] = [makeFacts(forms, 7), makeFacts(forms, 7), makeFacts(forms, 8)]
  expect(again).toEqual(facts)
  expect(other.memories).not.toEqual(facts.memories)
  expect(facts.superseded).toHaveLength(24)
  expect(facts.memories.filter(({ id }) => id.endsWith('-other'))).toHaveLength(16)
  const replaced = new Set(facts.superseded.map(([old]) => old))
  expect(facts.questions.flatMap(({ evidence }) => evidence).filter((id) => replaced.has(id))).toEqual([])
  expect(facts.questions.filter(({ evidence }) => evidence.length === 0)).toHaveLength(30)
})

test('nothing is fitted to what judges', () => {
  const reported = publicForms().filter(({ mark }) => mark === 'report')
  const fitted = setsToFit([1, 2, 3]).flatMap(({ facts }) => [
    ...facts.memories.map(({ text }) => text),
    ...facts.questions.map(({ question }) => question),
  ])
  // A form as a pattern: whatever stands in its slots.
  const patterns = reported.map(
    ({ text }) =>
      new RegExp(
        `^${text
          .split(/\{\w\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.+')}$`,
      ),
  )
  const own = patterns.filter((pattern) => !/^\^(\.\+)?\$$/.test(pattern.source))
  expect(fitted.filter((text) => own.some((pattern) => pattern.test(text)))).toEqual([])
  const held = new Set([
    ...heldOutQuestions().questions.map(({ question }) => question),
    ...heldOutQuestions().memories.map(({ text }) => text),
  ])
  expect(fitted.filter((text) => held.has(text))).toEqual([])
})
