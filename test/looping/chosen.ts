import { expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'

/** The operations to check: all, or those that LOOPING_OPERATIONS names, separated by commas. */
export function chosenOperations(names = process.env['LOOPING_OPERATIONS']): Operation[] {
  if (names === undefined) return [...operations.values()]
  return names
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const operation = operations.get(name)
      if (!operation) throw new Error(`LOOPING_OPERATIONS names ${name}, and there is no such operation`)
      return operation
    })
}

export const areAllChosen = (): boolean => process.env['LOOPING_OPERATIONS'] === undefined

/** A file must have a test even if none of its operations was chosen. */
export function sayWhatIsLeft(): void {
  const left = operations.size - new Set(chosenOperations()).size
  test(`${left} operations are left to CI`, () => expect(areAllChosen() ? left : 0).toBe(0))
}
