import fc from 'fast-check'
import type { Schema } from '../../src/doors/shared/input-schema.ts'

const nested = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], null as unknown)

/** Individual values that have broken other servers. */
export const nastyValues: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
  '',
  ' ',
  '\t\n',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202e',
  '\ufeff',
  'é',
  'İ',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '\x7f',
  '\x1b[31m',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '1e999',
  '0x10',
  '2026-02-31',
  '9999-12-31',
  '0000-01-01',
  '0001-01-01',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{}',
  '[]',
  '%',
  '%00',
  '%s%n',
  '$1',
  "';--",
  '../../etc',
  '\\',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'x'.repeat(300),
  'x'.repeat(20_000),
  'é'.repeat(20_001),
  'x'.repeat(100_000),
  [],
  [null],
  ['\ud800'],
  ['\0'],
  [[]],
  {},
  { '': '' },
  { a: '\ud800' },
  { a: '\0' },
  { '\ud800': 1 },
  { '\0': 1 },
  { a: 1e308 },
  { toString: 1, length: -1 },
  Array.from({ length: 1000 }, () => 'x'),
  nested(500),
  Buffer.from(JSON.stringify([-1])).toString('base64url'),
  Buffer.from(JSON.stringify([2 ** 31 - 1])).toString('base64url'),
  Buffer.from(JSON.stringify(['2026-01-01', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])).toString('base64url'),
  Buffer.from(JSON.stringify(['+275760-09-13', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])).toString('base64url'),
  Buffer.from(JSON.stringify(['1', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])).toString('base64url'),
]

// Creating one of these maps every existing character, which takes longer than a hundred requests, so each is created once.
const anything = [fc.constantFrom(...nastyValues), fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 300 })]
const byPattern = new Map<string, fc.Arbitrary<string> | undefined>()

/** Values around what a field's schema allows, and far from it. */
export function valuesAround(schema: Schema | undefined): fc.Arbitrary<unknown> {
  const shapes: fc.Arbitrary<unknown>[] = [...anything]
  const option = schema?.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const {
    minimum,
    maximum,
    pattern,
    enum: words,
  } = (option ?? {}) as { minimum?: number; maximum?: number; pattern?: string; enum?: unknown[] }
  if (minimum !== undefined) shapes.push(fc.constantFrom(minimum, minimum - 1))
  if (maximum !== undefined) shapes.push(fc.constantFrom(maximum, maximum + 1))
  if (words) shapes.push(fc.constantFrom(...words))
  const matching = pattern === undefined ? undefined : stringsOf(pattern)
  if (matching) shapes.push(matching, matching)
  return fc.oneof(...shapes)
}

/** fast-check can generate strings for most patterns; the rest is left to the other shapes. */
function stringsOf(pattern: string): fc.Arbitrary<string> | undefined {
  if (!byPattern.has(pattern)) byPattern.set(pattern, tryStringsOf(pattern))
  return byPattern.get(pattern)
}

function tryStringsOf(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return undefined
  }
}

/** Bodies, content types and headers that none of our clients would send. */
export const nastyRequests: { body?: string; headers?: Record<string, string>; query?: string }[] = [
  { body: '{' },
  { body: '[]' },
  { body: 'null' },
  { body: '"text"' },
  { body: '1' },
  { body: '' },
  { body: '\0' },
  { body: '{"a":1}{"b":2}' },
  { body: '{"__proto__":{"admin":true}}' },
  { body: '{"constructor":{"prototype":{"admin":true}}}' },
  { body: '['.repeat(50_000) },
  { body: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}` },
  { body: `{"title":"${'x'.repeat(1_100_000)}"}` },
  { body: '{"title":"\\ud800"}' },
  { body: '<a/>', headers: { 'content-type': 'application/xml' } },
  { body: '{}', headers: { 'content-type': 'text/plain' } },
  { body: '{}', headers: { 'content-type': 'multipart/form-data' } },
  { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
  { body: '{}', headers: { 'content-type': 'nonsense' } },
  { headers: { 'idempotency-key': 'x'.repeat(300) } },
  { headers: { 'idempotency-key': '\u00ff' } },
  { headers: { 'idempotency-key': '' } },
  { headers: { 'baton-organization': '%00' } },
  { headers: { 'baton-organization': '\u00ff'.repeat(100) } },
  { headers: { 'baton-organization': '' } },
  { headers: { authorization: 'Bearer' } },
  { headers: { authorization: 'Basic eDp5' } },
  { headers: { authorization: `Bearer ${'a.'.repeat(4000)}` } },
  { headers: { authorization: 'Bearer svc_live_x' } },
  { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } },
  { query: 'limit=1&limit=2' },
  { query: 'cursor=%00' },
  { query: 'limit=1e3&x' },
  { query: '__proto__[a]=1' },
  { query: '%ff=%fe' },
  { query: '%' },
  { query: 'x='.repeat(2000) },
  { query: `cursor=${'x'.repeat(8000)}` },
  { query: 'limit=%F0%9D%9F%99' },
  { query: '&&&=&=' },
]
