import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes, as text. Only its digest is ever stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** 128 random bits, as text: unguessable for as long as a lease lives. */
export const newFence = (): string => randomBytes(16).toString('base64url')
