import { randomInt } from 'node:crypto'
import { digest } from '../../../platform/secrets.ts'

// No vowels, so no words; nothing that reads like a digit or like another letter (RFC 8628, 6.1).
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

export function newUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** People type it with or without the dash, in either case. */
export const userCodeDigest = (code: string): Buffer => digest(code.replace('-', '').toUpperCase())
