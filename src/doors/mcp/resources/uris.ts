import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { kinds, type Kind } from './kinds.ts'

export interface Address {
  uri: string
  kind: Kind
  value: string
}

const longest = 300
const form = /^baton:\/\/([a-z]+)\/([^/?#\s]+)$/

export const uriOf = (kind: Kind, value: string): string => `baton://${kind.path}/${encodeURIComponent(value)}`
export const templateOf = ({ path, variable }: Kind): string => `baton://${path}/{${variable}}`

/** Parses a URI; one of an unknown kind is reported as not found. */
export function addressOf(uri: string): Address {
  const [, path, encoded] = (uri.length <= longest && form.exec(uri)) || []
  const kind = kinds.find((one) => one.path === path)
  const value = kind && encoded !== undefined ? decoded(encoded) : undefined
  if (kind && value) return { uri, kind, value }
  throw new ResourceNotFoundError(uri.slice(0, longest), 'There is no resource of this form. resources/templates/list names the forms.')
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
