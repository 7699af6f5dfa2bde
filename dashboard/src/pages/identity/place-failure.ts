import { BatonError } from '@baton/client'
import { fieldSentence, problemOf } from '../../data/problem.ts'
import { Unreachable } from '../../data/unreachable.ts'

/** The fields of a form, each with the error codes that belong to it. */
export type FormFields = Readonly<Record<string, readonly string[]>>

interface Placed {
  /** Errors that belong to no field of the form. */
  banner?: string
  fields: Readonly<Record<string, string>>
}

interface FieldError {
  field: string
  message: string
}

/** The error in words for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof BatonError || error instanceof Unreachable) return problemOf(error).sentence
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
    return 'No passkey was used. Try again, or use another method.'
  }
  if (error instanceof Error && error.name === 'InvalidStateError') return 'This device already has a passkey for this account.'
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}

/** Where to show a failure: at its field if the form has it, otherwise in the banner, and never in both. */
export function placeFailure(failure: unknown, form: FormFields): Placed {
  if (failure === null) return { fields: {} }
  const errors = failure instanceof BatonError ? ((failure.extra['errors'] as FieldError[] | undefined) ?? []) : []
  const fields: Record<string, string> = {}
  for (const { field, message } of errors) if (field in form) fields[field] ??= fieldSentence(message)
  const others = errors.filter(({ field }) => !(field in form))
  if (errors.length > others.length) return others.length > 0 ? { banner: others.map(inWords).join(' '), fields } : { fields }
  const about = failure instanceof BatonError && Object.keys(form).find((field) => form[field]?.includes(failure.code))
  if (errors.length === 0 && about) return { fields: { [about]: messageOf(failure) } }
  return { banner: messageOf(failure), fields: {} }
}

const inWords = ({ field, message }: FieldError): string => `${field || 'Input'}: ${fieldSentence(message)}`
