import type { Person } from '../harness/person.ts'

export interface Event {
  event: string
  data: any
}

/** Collects the events of a stream; `until` ends it early by closing the connection. */
export async function ask(person: Person, path: string, body: unknown, until: (event: Event) => boolean = () => false): Promise<Event[]> {
  const events: Event[] = []
  const ending = new AbortController()
  const response = await fetch(person.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(person.organization && { 'baton-organization': person.organization }),
    },
    body: JSON.stringify(body),
    signal: ending.signal,
  })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new Error(`${response.status} ${await response.text()}`)
  let rest = ''
  try {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + piece).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1]
        if (event) events.push({ event, data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? 'null') })
      }
      if (events.some(until)) ending.abort()
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error
  }
  return events
}

export const textOf = (events: readonly Event[]): string =>
  events
    .filter(({ event }) => event === 'text')
    .map(({ data }) => data.text)
    .join('')
