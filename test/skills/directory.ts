import { writeZip } from '../../src/platform/zip/write-zip.ts'
import type { ZipFile } from '../../src/platform/zip/zip-file.ts'
import type { Person } from '../harness/person.ts'

export const file = (path: string, text: string | Buffer, executable = false): ZipFile => ({
  path,
  bytes: Buffer.from(text as string),
  executable,
})

/** The files of a skill as kept in a folder. */
export const folderOf = (name: string, body = `# ${name}\n`, others: readonly ZipFile[] = []): ZipFile[] => [
  file('SKILL.md', `---\nname: ${name}\ndescription: About ${name}\n---\n\n${body}`),
  ...others,
]

export const packed = (name: string, files: readonly ZipFile[]): Buffer =>
  writeZip(files.map((one) => ({ ...one, path: `${name}/${one.path}` })))

const headersOf = (person: Person): Record<string, string> => ({
  authorization: `Bearer ${person.token}`,
  ...(person.organization && { 'baton-organization': person.organization }),
})

/** Retries while the server is busy, as any client does. */
async function patiently(person: Person, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...headersOf(person), 'content-type': 'application/zip' }
  const answer = await fetch(person.url + path, { ...init, headers })
  return answer.status === 503 ? patiently(person, path, init) : answer
}

export async function upload(person: Person, archive: Buffer, query = ''): Promise<{ status: number; body: any }> {
  const answer = await patiently(person, `/api/skills/archive${query}`, { method: 'POST', body: new Uint8Array(archive) })
  return { status: answer.status, body: await answer.json() }
}

export async function download(person: Person, skill: string): Promise<Buffer> {
  const answer = await patiently(person, `/api/skills/${skill}/archive`)
  if (answer.status !== 200) throw new Error(`download: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Uploads a directory and publishes it. */
export async function publishFolder(person: Person, name: string, files: readonly ZipFile[]): Promise<any> {
  const { status, body } = await upload(person, packed(name, files), '?visibility=team')
  if (status !== 201) throw new Error(`upload of ${name}: ${status} ${JSON.stringify(body)}`)
  return person.do('PUT', `/api/skills/${body.slug}`, { visibility: 'public' })
}
