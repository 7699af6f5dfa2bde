import { BatonError } from '@baton/client'
import { expect, test } from 'vitest'
import { Unreachable } from '../../data/unreachable.ts'
import { placeFailure } from './place-failure.ts'

const refusal = (body: Record<string, unknown>, status = 400) => BatonError.from(Response.json(body, { status }))
const form = { email: ['email_taken'], password: [] }

test('a refused field says so at the field, and the banner says nothing', async () => {
  const short = [{ field: 'password', message: 'must have at least 10 characters' }]
  const failure = await refusal({ code: 'invalid', detail: 'Invalid input: password: must have at least 10 characters', errors: short })
  expect(placeFailure(failure, form)).toEqual({ fields: { password: 'Must have at least 10 characters.' } })
})

test('a code that is about a field shows there, in its own words', async () => {
  const failure = await refusal({ code: 'email_taken', detail: 'This email address has an account already.' }, 409)
  expect(placeFailure(failure, form)).toEqual({ fields: { email: 'This email address has an account already.' } })
})

test('what belongs to no field of the form is in the banner alone', async () => {
  const used = await refusal({ code: 'unauthenticated', detail: 'This link was used.' }, 401)
  expect(placeFailure(used, form)).toEqual({ banner: 'This link was used.', fields: {} })
  expect(placeFailure(new Unreachable('fetch'), form).banner).toMatch(/Can’t reach the server/)
  const hidden = await refusal({
    code: 'invalid',
    detail: 'Invalid input: token: is too short',
    errors: [{ field: 'token', message: 'x' }],
  })
  expect(placeFailure(hidden, form)).toEqual({ banner: 'Token: X.', fields: {} })
})

test('of two refused fields only the one the form lacks is in the banner', async () => {
  const errors = [
    { field: 'password', message: 'must have at least 10 characters' },
    { field: 'token', message: 'is too short' },
  ]
  expect(placeFailure(await refusal({ code: 'invalid', detail: 'Invalid input', errors }), form)).toEqual({
    banner: 'token: Is too short.',
    fields: { password: 'Must have at least 10 characters.' },
  })
})

test('nothing went wrong: nothing is said', () => expect(placeFailure(null, form)).toEqual({ fields: {} }))
