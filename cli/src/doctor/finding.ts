/** Result of a check: `ok`, a fault that keeps something from working, or a note worth knowing. */
export interface Finding {
  check: string
  state: 'ok' | 'fault' | 'note'
  message: string
  /** How to fix it. */
  cure?: string
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message })
export const fault = (check: string, message: string, cure: string): Finding => ({ check, state: 'fault', message, cure })
export const note = (check: string, message: string, cure?: string): Finding => ({ check, state: 'note', message, ...(cure && { cure }) })
