import { Refusal } from '../../../kernel/errors.ts'

interface Dates {
  start_on?: string | null | undefined
  due_on?: string | null | undefined
}

/** Work begins no later than on its due date. */
export const startsInTime = ({ start_on, due_on }: Dates): boolean => !start_on || !due_on || start_on <= due_on

export function requireDates(dates: Dates): void {
  if (startsInTime(dates)) return
  throw new Refusal('invalid', `The start date ${dates.start_on} is after the due date ${dates.due_on}. Move one of them.`, {
    field: 'start_on',
  })
}
