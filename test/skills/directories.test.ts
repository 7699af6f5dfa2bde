import { afterAll, beforeAll, expect, test } from 'vitest'
import { readZip } from '../../src/platform/zip/read-zip.ts'
import { writeZip } from '../../src/platform/zip/write-zip.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'
import { download, file, folderOf, packed, upload } from './directory.ts'

const limits = { files: 1000, fileBytes: 1e7, totalBytes: 1e7 }

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(() => baton.close())

const odd =
  '\uFEFF---\r\nname: release-notes\r\n# kept\r\nlicense: MIT\r\ndescription: >-\r\n  Writes notes:\r\n  briefly\r\nmetadata: {a: 1}\r\n---\r\n\r\n# Notes\r\n\ttab\r\n'
const directory = [
  file('SKILL.md', odd),
  file('scripts/run.sh', '#!/bin/sh\necho notes\n', true),
  file('references/style.md', '# Style\n'),
  file('assets/logo.png', Buffer.from('89504e470d0a1a0a0000', 'hex')),
  file('assets/empty', ''),
]

test('a directory goes out as it came in, byte for byte, and in again', async () => {
  const archive = packed('release-notes', directory)
  const { status, body } = await upload(ann, archive, '?visibility=team&name=Release%20notes')
  expect([status, body.slug, body.name, body.description]).toEqual([201, 'release-notes', 'Release notes', 'Writes notes: briefly'])
  const out = await download(ann, 'release-notes')
  expect(out.equals(archive)).toBe(true)
  const other = await (await baton.person('zoe')).createOrganization('zoes')
  expect((await upload(other, out)).status).toBe(201)
  expect((await download(other, 'release-notes')).equals(archive)).toBe(true)
  const { files, body: text } = await ann.do('GET', '/api/skills/release-notes')
  expect(text).toBe('\r\n# Notes\r\n\ttab\r\n')
  expect(files).toEqual([
    { path: 'SKILL.md', size: Buffer.byteLength(odd), executable: false },
    { path: 'assets/empty', size: 0, executable: false },
    { path: 'assets/logo.png', size: 10, executable: false },
    { path: 'references/style.md', size: 8, executable: false },
    { path: 'scripts/run.sh', size: 21, executable: true },
  ])
})

test('a change of its text keeps its files and the rest of its frontmatter; a new name stands in both places', async () => {
  const changed = await ann.do('PUT', '/api/skills/release-notes', {
    body: 'Shorter.\n',
    description: 'Writes short notes',
    slug: 'short-notes',
  })
  expect(changed.revision).toBe(2)
  const files = readZip(await download(ann, 'short-notes'), limits)
  expect(files.map(({ path }) => path)).toContain('short-notes/scripts/run.sh')
  const text = files.find(({ path }) => path === 'short-notes/SKILL.md')?.bytes.toString() ?? ''
  expect(text).toMatch(/name: short-notes/)
  for (const kept of ['# kept', 'license: MIT', 'metadata:']) expect(text).toContain(kept)
  // In its original YAML style.
  expect(text).toMatch(/description: >-\s+Writes short notes\n/)
  expect(text.endsWith('Shorter.\n')).toBe(true)
  await ann.do('POST', '/api/skills/short-notes/versions/1/restore', {})
  const again = readZip(await download(ann, 'short-notes'), limits)
  expect(again.find(({ path }) => path === 'short-notes/SKILL.md')?.bytes.toString()).toContain('# Notes\r\n\ttab\r\n')
})

test('another version of the directory is a new version of the skill', async () => {
  expect((await upload(ann, packed('tidy', folderOf('tidy')), '?visibility=team')).body.revision).toBe(1)
  const files = folderOf('tidy', 'Tidier.\n', [file('scripts/a.py', 'print(1)\n', true)])
  const second = await upload(ann, packed('tidy', files), '?skill=tidy')
  expect([second.status, second.body.revision]).toEqual([201, 2])
  expect((await download(ann, 'tidy')).equals(packed('tidy', files))).toBe(true)
  const third = await upload(ann, packed('tidy', files), '?skill=tidy')
  expect(third.body.revision).toBe(2)
  expect((await upload(ann, packed('other', folderOf('other')), '?skill=tidy')).body.code).toBe('conflict')
})

test('a skill that was written here goes out as the open format has it', async () => {
  await ann.do('POST', '/api/skills', { slug: 'written', name: 'Written', description: 'Says: "hi"', body: 'Say hi.', visibility: 'team' })
  const [only] = readZip(await download(ann, 'written'), limits)
  expect(only?.path).toBe('written/SKILL.md')
  expect(only?.bytes.toString()).toBe('---\nname: written\ndescription: \'Says: "hi"\'\n---\n\nSay hi.')
})

const wrong: Record<string, Buffer> = {
  'no SKILL.md': packed('a', [file('README.md', 'x')]),
  'a folder of another name': packed('other', folderOf('mine')),
  'no frontmatter': packed('a', [file('SKILL.md', 'Just text')]),
  'a frontmatter that is no YAML': packed('a', [file('SKILL.md', '---\nname: [a\n---\nx')]),
  'a frontmatter that unfolds without end': packed('a', [
    file(
      'SKILL.md',
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((l, at) => `${l}: &${l} [${`*${'abcdefghij'[at]},`.repeat(9)}*a]`)
        .join('\n')}\nname: aa\ndescription: d\n---\nx`,
    ),
  ]),
  'a name with capitals': packed('Mine', [file('SKILL.md', '---\nname: Mine\ndescription: d\n---\nx')]),
  'a description that is too long': packed('mine', [file('SKILL.md', `---\nname: mine\ndescription: ${'d'.repeat(1025)}\n---\nx`)]),
  'no description': packed('mine', [file('SKILL.md', '---\nname: mine\n---\nx')]),
  'no text': packed('mine', [file('SKILL.md', '---\nname: mine\ndescription: d\n---\n\n')]),
  'a text that is not UTF-8': packed('mine', [file('SKILL.md', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]))]),
  'a file that is too large': packed('mine', folderOf('mine', 'x', [file('assets/a', Buffer.alloc(2_200_000))])),
  'a path that climbs': writeZip([...folderOf('mine'), file('../../evil', 'x')]),
  'no archive': Buffer.from('hello'),
}

test.each(Object.entries(wrong))('refused, and nothing is stored: %s', async (_, archive) => {
  const before = await baton.look('select count(*) from skills')
  const { status, body } = await upload(ann, archive)
  expect([status, body.code]).toEqual([400, 'invalid'])
  expect(await baton.look('select count(*) from skills')).toEqual(before)
})

test('who sends an archive is known before it is read, and a viewer sends none', async () => {
  const answer = await fetch(`${baton.url}/api/skills/archive`, {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: 'x',
  })
  expect(answer.status).toBe(401)
  const vera = await baton.person('vera')
  await ann.api.addMember({ user: 'vera', role: 'viewer' })
  expect((await upload(vera.in(ann.organization ?? ''), packed('mine', folderOf('mine')))).status).toBe(403)
  expect((await send(baton.url, 'GET', '/api/skills/tidy/archive')).status).toBe(401)
})
