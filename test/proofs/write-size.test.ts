import { expect, test } from 'vitest'
import { startBaton } from '../harness/baton.ts'
import { proof } from './write-size.ts'

/** Only ends a proof that hangs. */
const patience = 900_000

// In a database of its own: what others write would count as well.
test(
  proof.claim,
  async () => {
    const baton = await startBaton()
    try {
      expect(await proof.run(baton, proof.short)).toMatchObject({ tasks: proof.short.tasks })
    } finally {
      await baton.close()
    }
  },
  patience,
)
