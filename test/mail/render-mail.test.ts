import { expect, test } from 'vitest'
import { mailings } from '../../src/capabilities/mail/mailings.ts'
import { renderMail } from '../../src/capabilities/mail/render-mail.ts'

const link = 'https://baton.example.com/magic-link#secret-of-the-link'

test.each(Object.entries(mailings))('the %s mail says the same as text and as HTML', (kind, { secret, text }) => {
  const value = secret === 'code' ? '042117' : secret === 'link' ? link : ''
  const mail = renderMail(text(value))
  const plain = mail.html
    .replace(/<style>.*<\/style>|<[^>]+>/gs, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  for (const line of mail.text.split('\n').filter((one) => one && one !== '-- ')) {
    expect(plain, kind).toContain(
      line
        .trim()
        .replace(/:$/, line.startsWith(' ') ? ':' : '')
        .replace(/:$/, ''),
    )
  }
  expect(mail.subject.length).toBeLessThan(70)
  expect(mail.subject).not.toContain(value || '\0')
})

test('a mail reads in light and in dark, without tables, images or anything from outside', () => {
  const { html } = renderMail(mailings.magic_link.text(link))
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).not.toMatch(/<table|<img|<script|src=|url\(/)
  expect([...html.matchAll(/https?:\/\/[^"<\s]+/g)].map(([url]) => url)).toEqual([link, link])
})

test('what is put into a mail is escaped in HTML and plain in text', () => {
  const mail = renderMail({ subject: '<b>', paragraphs: [`"Tom" & <script>`], notes: [] })
  expect(mail.html).toContain('&quot;Tom&quot; &amp; &lt;script&gt;')
  expect(mail.html).not.toContain('<script>')
  expect(mail.text).toContain('"Tom" & <script>')
})
