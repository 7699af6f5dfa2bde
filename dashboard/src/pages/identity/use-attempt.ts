import { useState } from 'react'
import { placeFailure, type FormFields } from './place-failure.ts'

const none: FormFields = {}

/** One attempt at a time, with its busy state and its failure, shown in the banner (`error`) or at one of its fields. */
export function useAttempt(form: FormFields = none) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { banner, fields } = placeFailure(failure, form)
  const attempt = async (run: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await run()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  const errorOf = (field: string): string | undefined => fields[field]
  return { busy, failure, error: banner, errorOf, attempt, clear: () => setFailure(null) }
}
