import { BatonError } from '@baton/client'
import { accessToken, cookieFetch } from './session.ts'

export interface ImportAnswer {
  dry_run: boolean
  records: Record<string, number>
  stored: number
  taken: string[]
  unknown_people: string[]
}

/** The server's limit. */
export const largestImport = 64 * 1024 * 1024

const headersFor = async (organization: string): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await accessToken()}`,
  'baton-organization': organization,
})

/** Downloads a file and lets the browser save it. */
async function saveFile(organization: string, path: string, name: string): Promise<void> {
  const response = await cookieFetch(path, { headers: await headersFor(organization) })
  if (!response.ok) throw await BatonError.from(response)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const saveExport = (organization: string, attachments: boolean): Promise<void> =>
  saveFile(organization, `/api/sync/export?attachments=${attachments}`, 'baton.jsonl')

/** The epics, stories and tasks of a project. */
export const saveProjectExport = (organization: string, project: string, format: 'csv' | 'json'): Promise<void> =>
  saveFile(
    organization,
    `/api/projects/${encodeURIComponent(project)}/export?format=${format}`,
    `${project}.${format === 'csv' ? 'csv' : 'jsonl'}`,
  )

export async function sendImport(organization: string, file: Blob, dryRun: boolean): Promise<ImportAnswer> {
  const response = await cookieFetch(`/api/sync/import?dry_run=${dryRun}`, {
    method: 'POST',
    headers: { ...(await headersFor(organization)), 'content-type': 'application/jsonl' },
    body: file,
  })
  if (!response.ok) throw await BatonError.from(response)
  return (await response.json()) as ImportAnswer
}
