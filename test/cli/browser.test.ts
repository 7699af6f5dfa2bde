import { expect, test } from 'vitest'
import { openBrowser, pageOf } from '../../cli/src/terminal/browser.ts'

test.each([
  ['https://baton.example/device?code=AB', 'https://baton.example', true],
  ['https://baton.example:8443/device', 'https://baton.example', true],
  ['http://localhost:4000/device', 'http://localhost:4000', true],
  ['http://[::1]:4000/device', 'http://[::1]:4000', true],
  ['http://baton.example/device', 'https://baton.example', false],
  ['https://evil.example/device', 'https://baton.example', false],
  ['https://baton.example@evil.example/', 'https://baton.example', false],
  ['https://ann@baton.example/', 'https://baton.example', false],
  ['file:///etc/passwd', 'http://localhost:4000', false],
  [String.raw`\\evil.example\share\x.exe`, 'https://baton.example', false],
  ['javascript:alert(1)', 'https://baton.example', false],
  ['-a', 'https://baton.example', false],
])('%s is a page of %s: %s', (address, server, is) => {
  expect(pageOf(address, server) !== null).toBe(is)
})

test('no terminal escape is left in an address that is shown', () => {
  expect(pageOf('https://baton.example/\u001b[2J', 'https://baton.example')).toBe('https://baton.example/%1B[2J')
})

test.each(['file:///bin/sh', String.raw`\\evil.example\share\x.exe`, '/bin/sh'])('%s is passed to no opener', async (address) => {
  expect(await openBrowser(address, { BROWSER: 'true', PATH: process.env['PATH'] })).toBe(false)
})
