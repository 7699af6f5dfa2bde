import { BatonError } from '@baton/client'
import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'
import { fieldSentence, problemOf } from './problem.ts'

const refusal = (body: Record<string, unknown>, status = 400) => BatonError.from(Response.json(body, { status }))

test.each([
  ['must be an https address', 'Enter an https:// URL.'],
  ['must be lower-case letters, digits and single dashes', 'Use lowercase letters, digits and single dashes.'],
  ['is missing; it must be text', 'This field is required.'],
  ['must be at most 120 characters long', 'Use at most 120 characters.'],
  ['names no event `x`', 'Names no event x.'],
])('"%s" is read as "%s"', (said, read) => expect(fieldSentence(said)).toBe(read))

test('a refused field is named as people write it, and a list by its first part', async () => {
  const errors = [{ field: 'events.0', message: 'must not be empty' }]
  expect(problemOf(await refusal({ code: 'invalid', detail: 'Invalid input: events.0: must not be empty', errors }))).toEqual({
    sentence: 'Events 0: This field is required.',
    fields: { events: 'This field is required.' },
  })
})

test('what is not there is said without the words for programs', async () => {
  const error = await refusal({ code: 'not_found', detail: 'No user `nobody-here` here. list_members shows them.' }, 404)
  expect(problemOf(error)).toEqual({ sentence: 'No user named nobody-here.', fields: { user: 'No user named nobody-here.' } })
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0 Safari/537.36', 'Chrome on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
  ['baton-cli/0.6', 'baton-cli/0.6'],
])('a browser is known by name and system', (agent, name) => expect(deviceName(agent)).toBe(name))
