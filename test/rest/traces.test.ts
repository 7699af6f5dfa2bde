import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../src/platform/version.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}
interface Span {
  name: string
  attributes: Attribute[]
  status: { code?: number }
}

const spans: Span[] = []
const resources: Attribute[][] = []
const paths = new Set<string | undefined>()
let collector: Server
let baton: Baton

beforeAll(async () => {
  collector = createServer((request, response) => {
    paths.add(request.url)
    void text(request).then((body) => {
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        resources.push(resource.attributes)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  baton = await startBaton({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20rig,service.name=of-the-list,nonsense',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
})
afterAll(() => collector.close())

const read = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
const recorded = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }

test('a request and each of its operations are spans, with what became of them and no input', async () => {
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'A name nobody else has' }, recorded)
  await ann.call('GET', '/api/projects/none', undefined, recorded)
  await ann.call('GET', '/health/ready', undefined, recorded)
  await ann.call('GET', '/api/auth/me')
  await baton.close()
  expect([...paths]).toEqual(['/v1/traces'])
  const span = (name: string) => spans.find((one) => one.name === name)
  expect(read(span('createProject')?.attributes)).toEqual({ 'baton.door': 'rest', 'baton.outcome': 'ok' })
  expect(read(span('getProject')?.attributes)).toEqual({ 'baton.door': 'rest', 'baton.outcome': 'not_found' })
  expect(read(span('POST /api/projects')?.attributes)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/projects',
    'http.response.status_code': 201,
  })
  expect(JSON.stringify(spans)).not.toContain('A name nobody else has')
  // Probes say nothing, and of what begins here the sampler was told to record nothing.
  expect(spans.map(({ name }) => name).filter((name) => /health|\/me$|^me$/.test(name))).toEqual([])
})

test('spans say which service and version they are from', () => {
  expect(read(resources[0])).toMatchObject({
    'service.name': 'of-the-list',
    'service.version': version,
    'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
    'deployment.environment.name': 'test rig',
  })
})
