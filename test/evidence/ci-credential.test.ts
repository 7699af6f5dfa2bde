import { expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { authorize } from '../../src/kernel/authorize.ts'
import { nobody, type Principal } from '../../src/kernel/context.ts'
import { newId } from '../../src/platform/ids.ts'

/** The principal that authenticateCiJob creates. */
const job: Principal = {
  ...nobody,
  credential: { kind: 'ci_job', id: newId() },
  organization: { id: newId(), role: 'member' },
  scopes: ['ci:write'],
}

test('a CI job’s token, which acts for no user, may report checks and nothing else', () => {
  const allowed = [...operations.values()]
    .filter(({ contract }) => contract.permission !== 'anyone')
    .filter(({ contract }) => {
      try {
        authorize(contract, job, new Date())
        return true
      } catch {
        return false
      }
    })
  expect(allowed.map(({ name }) => name).sort()).toEqual(['reportCheck', 'reportTaskCheck'])
})
