import { BatonError } from '@baton/client'
import { useState } from 'react'

/** What went wrong, in words for whoever tried. */
export function messageOf(error: unknown): string {
  if (error instanceof BatonError) return error.detail
  if (error instanceof TypeError) return 'The server cannot be reached. Check your connection and try again.'
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
    return 'No passkey was used. Try again, or choose another way.'
  }
  if (error instanceof Error && error.name === 'InvalidStateError') return 'This device has a passkey of this account already.'
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}

interface FieldError {
  field: string
  message: string
}

/** One thing tried at a time: whether it is under way, what went wrong, and at which field. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const refused = failure instanceof BatonError ? (failure.extra['errors'] as FieldError[] | undefined) : undefined
  const errorOf = (field: string): string | undefined => {
    const found = refused?.find((one) => one.field === field)?.message
    return found && `${found.charAt(0).toUpperCase()}${found.slice(1)}.`
  }
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
  return { busy, failure, error: failure === null ? undefined : messageOf(failure), errorOf, attempt, clear: () => setFailure(null) }
}
