import { BatonError } from '@baton/client'
import { createStore } from './store.ts'

interface Question {
  answer(proven: boolean): void
}

/** Open while somebody is asked to prove that they are there; the dialog in pages/identity answers it. */
export const presenceAsked = createStore<Question | null>(null)

let asking: Promise<boolean> | undefined

/** Asks once, however many calls wait for it. False when the person would rather not. */
function provePresence(): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => presenceAsked.set({ answer })).finally(() => {
    asking = undefined
    presenceAsked.set(null)
  })
  return asking
}

/** Runs it; where the server wants a login of the last minutes, asks the person for one and runs it again. */
export async function withPerson<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== 'needs_person' || !(await provePresence())) throw error
    return run()
  }
}
