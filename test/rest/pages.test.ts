import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { html } from '../../src/doors/shared/html.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

const page = async (path: string): Promise<string> => {
  const { status, text, headers } = await send(baton.url, 'GET', path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  return text
}

test('the reference shows every operation of the web API with all its paths', async () => {
  const text = await page('/api/reference')
  for (const { name, contract } of operations.values()) {
    expect(text.includes(`<article id="${name}">`), name).toBe(Boolean(contract.http?.length))
    for (const { path } of contract.http ?? [])
      expect(text.replaceAll('<wbr>', '').replaceAll('<wbr />', '')).toContain(`<code>${path}</code>`)
    if (contract.http && contract.mcp) expect(text).toContain(`<code>${contract.mcp.tool}</code>`)
  }
})

test('each link of the reference leads somewhere on it, or to a page that is there', async () => {
  const text = await page('/api/reference')
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
  for (const [, target = ''] of text.matchAll(/href="([^"]+)"/g)) {
    if (target.startsWith('#')) expect(ids).toContain(target.slice(1))
    else expect((await send(baton.url, 'GET', target)).status, target).toBe(200)
  }
})

test('the reference has no script or style of its own and asks nothing from outside', async () => {
  const text = await page('/api/reference')
  expect(text).not.toMatch(/<style|style="|<script>| on\w+="|https?:\/\//)
  for (const [, file = ''] of text.matchAll(/(?:src|href)="(\/pages\/[^"]+)"/g))
    expect((await send(baton.url, 'GET', file)).status, file).toBe(200)
})

test('the colours of the pages the server writes are those of the dashboard', () => {
  const colours = (file: string, dark: RegExp) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const [light = '', night = ''] = text.split(dark)
    const named = (part: string) =>
      new Map([...part.matchAll(/^\s+--([\w-]+): (oklch\([^)]*\));/gm)].map(([, name, value]) => [name, value]))
    return [named(light), named(night)] as const
  }
  const ours = colours('src/doors/rest/pages/pages.css', /@media \(prefers-color-scheme: dark\)/)
  const tokens = colours('dashboard/src/tokens.css', /:root\[data-theme='dark'\]/)
  for (const [place, theme] of ours.entries()) {
    expect(theme.size).toBeGreaterThan(10)
    for (const [name, value] of theme) expect(`${name} ${value}`).toBe(`${name} ${tokens[place]?.get(name)}`)
  }
})

test('text in a page is escaped', () => {
  expect(html`<p title="${'"'}">${'<script>'}${['&', html`<b>bold</b>`]}${null}${false}${0}</p>`.text.replaceAll(/\s+/g, '')).toBe(
    '<ptitle="&quot;">&lt;script&gt;&amp;<b>bold</b>0</p>',
  )
})

test('the OpenAPI document names every operation once, and each reference in it can be followed', async () => {
  const { body } = await send(baton.url, 'GET', '/api/openapi.json')
  const ids = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
  for (const { name, contract } of operations.values()) expect(ids.includes(name)).toBe(Boolean(contract.http?.length))
  for (const [, target = ''] of JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    expect(
      target.split('/').reduce((place, step) => place?.[step], body),
      target,
    ).toBeDefined()
  }
})
