import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { planted, withFaults, type FaultName } from './faults.ts'
import { Pass } from './operation.ts'
import { patience } from './scene-template.ts'

let pass: Pass
const faulty = withFaults(operations, () => pass.places.world.look)

beforeAll(async () => {
  pass = await Pass.open(faulty)
}, patience)
afterAll(() => pass?.close())

/** Which check must find it, and what it says. */
const found: Record<FaultName, RegExp> = {
  'a leaked id': /^isolation: .*told apart/,
  'a missing wall': /^isolation: .*the victim’s rows changed/,
  'an accepted malformed name': /^bad input: .*accepted/,
  'a doubled effect': /^idempotency: .*the repeat changed/,
  'a widened right': /^isolation: .*viewer: expected 403/,
  'a 500': /^bad input: .*answered 500/,
  'an unescaped text': /^hostile text: .*repeats/,
}

test.each(planted)(
  '%s in %s is found',
  async (fault, name) => {
    // What fails is tried again in new organizations. That this hides nothing is shown for some, because it takes long.
    const sure = fault === 'a missing wall'
    expect(await pass.check(faulty.get(name) as Operation, sure)).toContainEqual(expect.stringMatching(found[fault]))
  },
  patience,
)
