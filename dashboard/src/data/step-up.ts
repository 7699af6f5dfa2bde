import { BatonError } from '@baton/client'
import { createStore } from './store.ts'

interface Question {
  answer(proven: boolean): void
}

/** Set while the user is asked to prove their presence; the dialog in pages/identity answers it. */
export const presenceAsked = createStore<Question | null>(null)

let asking: Promise<boolean> | undefined

/** Asks once, however many calls are waiting for it. Resolves to false if the user declines. */
function provePresence(): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => presenceAsked.set({ answer })).finally(() => {
    asking = undefined
    presenceAsked.set(null)
  })
  return asking
}

/** Runs it; if the server demands a recent login, asks for a step-up and runs it again. */
export async function withPerson<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof BatonError) || error.code !== 'needs_person' || !(await provePresence())) throw error
    return run()
  }
}
