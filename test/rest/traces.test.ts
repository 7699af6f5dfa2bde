import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'

interface Span {
  name: string
  attributes: { key: string; value: { stringValue: string } }[]
}

const spans: Span[] = []
const paths = new Set<string | undefined>()
let collector: Server
let baton: Baton

beforeAll(async () => {
  collector = createServer((request, response) => {
    paths.add(request.url)
    void text(request).then((body) => {
      for (const resource of JSON.parse(body).resourceSpans) for (const scope of resource.scopeSpans) spans.push(...scope.spans)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  baton = await startBaton({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/` })
})
afterAll(() => collector.close())

test('each operation is a span with its door and outcome, and no input', async () => {
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'A name nobody else has' })
  await ann.call('GET', '/api/projects/none')
  await baton.close()
  expect([...paths]).toEqual(['/v1/traces'])
  const facts = (name: string) =>
    Object.fromEntries(spans.find((span) => span.name === name)?.attributes.map(({ key, value }) => [key, value.stringValue]) ?? [])
  expect(facts('createProject')).toEqual({ 'baton.door': 'rest', 'baton.outcome': 'ok' })
  expect(facts('getProject')).toEqual({ 'baton.door': 'rest', 'baton.outcome': 'not_found' })
  expect(JSON.stringify(spans)).not.toContain('A name nobody else has')
})
