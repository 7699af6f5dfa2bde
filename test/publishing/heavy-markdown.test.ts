import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test.each([
  ['lists in lists', '- '.repeat(3000)],
  ['quotes in quotes', '> '.repeat(3000)],
  ['emphasis that never ends', '*_'.repeat(4000)],
])(
  'a published note of %s is a page, and is found',
  async (name, hostile) => {
    const eve = await baton.person()
    const word = `zebra${name.length}`
    const note = await eve.api.createNote({ title: name, content: `${word}\n\n${hostile}${word}` })
    const { public_slug } = await eve.api.publishNote({ note: note.id })
    const before = process.threadCpuUsage()
    const found = await send(baton.url, 'GET', `/api/search/public?q=${word}`)
    const page = await fetch(`${baton.url}/p/notes/${public_slug}`)
    expect([found.status, page.status]).toEqual([200, 200])
    expect(found.body.items).toMatchObject([{ title: name }])
    expect(await page.text()).toContain(word)
    // The parser alone takes seconds for any of these. The server runs in this thread; its clients and the database don't count much.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000)
  },
  120_000,
)
