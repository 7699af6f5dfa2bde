import { randomUUIDv7 } from 'node:crypto'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const newId = (): string => randomUUIDv7()

export const isId = (text: string): boolean => uuid.test(text)
