import type { Output } from '@baton/client'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useParams } from '@tanstack/react-router'
import { clientFor } from './client.ts'
import { useOrganization } from './organization.ts'
import { Within } from './permissions.ts'
import { readKey } from './reads.ts'

type Reference = Output<'resolveReferences'>['items'][number]

const maxAsked = 60
/** Names are sent in the URL, whose length servers and proxies limit; a non-ASCII letter takes six or more characters there. */
const maxLength = 6000
const gathering = 15

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
const bracketed = /(?<!\\)\[\[([^[\]\n]{1,300})\]\]/g
const bareKey = /(?<![\w/-])[A-Z][A-Z0-9]{1,9}-[SDF]?[1-9]\d{0,8}(?![\w-])/g

/** The names in [[…]], outside code. */
export const bracketedNames = (text: string): string[] => [
  ...new Set(
    [...text.replace(code, ' ').matchAll(bracketed)].map(([, inside = '']) => (inside.split('|')[0] ?? '').trim()).filter(Boolean),
  ),
]

/** Everything a text may refer to: `[[Title]]`, and keys with or without brackets. */
const namesIn = (text: string): string[] => [...new Set([...bracketedNames(text), ...(text.replace(code, ' ').match(bareKey) ?? [])])]

interface Question {
  names: string[]
  answer(items: Reference[]): void
  fail(error: unknown): void
}

/** Batches the lookups of texts rendered at the same time: a page of comments makes one request, not fifty. */
const waiting = new Map<string, Question[]>()

function ask(organization: string, project: string | undefined, names: string[]): Promise<Reference[]> {
  return new Promise((answer, fail) => {
    const place = `${organization} ${project ?? ''}`
    const others = waiting.get(place)
    if (others) return void others.push({ names, answer, fail })
    waiting.set(place, [{ names, answer, fail }])
    setTimeout(() => {
      const questions = waiting.get(place) ?? []
      waiting.delete(place)
      void resolve(organization, project, [...new Set(questions.flatMap((one) => one.names))]).then(
        (items) => questions.forEach((one) => one.answer(items)),
        (error: unknown) => questions.forEach((one) => one.fail(error)),
      )
    }, gathering)
  })
}

async function resolve(organization: string, project: string | undefined, names: string[]): Promise<Reference[]> {
  const items: Reference[] = []
  for (const some of batchesOf(names)) {
    const input = { names: some, ...(project && { project }) }
    items.push(...(await clientFor(organization).resolveReferences(input)).items)
  }
  return items
}

/** Splits names into requests, by count and by encoded length. */
export function batchesOf(names: readonly string[]): string[][] {
  const batches: string[][] = []
  let length = Infinity
  for (const name of names) {
    const added = encodeURIComponent(name).length
    let batch = batches.at(-1)
    if (!batch || batch.length === maxAsked || length + added > maxLength) {
      batches.push((batch = []))
      length = 0
    }
    batch.push(name)
    length += added
  }
  return batches
}

/** What the names in a text refer to, as far as the current user can see it, by lowercase name; undefined until loaded. */
export function useReferences(text: string): ReadonlyMap<string, Reference> | undefined {
  const organization = useOrganization()
  const { slug } = useParams({ strict: false }) as { slug?: string }
  const project = use(Within) ?? slug
  const names = namesIn(text)
  const { data } = useQuery({
    queryKey: readKey(organization, 'resolveReferences', { names, ...(project && { project }) }),
    queryFn: () => ask(organization, project, names),
    enabled: names.length > 0 && organization !== '',
  })
  if (names.length === 0) return none
  return data && new Map(data.map((one) => [one.name.toLowerCase(), one]))
}

const none: ReadonlyMap<string, Reference> = new Map()
