import { BatonError, type Output } from '@baton/client'
import { accessToken, cookieFetch } from './session.ts'

/** The server's limit. */
export const largestFile = 5 * 1024 * 1024

const headersFor = async (organization: string): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await accessToken()}`,
  'baton-organization': organization,
})

/** Files are sent as raw bytes, which no operation supports; everything else goes through the client. */
export async function uploadFile(organization: string, item: string, file: File): Promise<Output<'listAttachments'>['items'][number]> {
  const response = await cookieFetch(`/api/items/${encodeURIComponent(item)}/attachments?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { ...(await headersFor(organization)), 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (!response.ok) throw await BatonError.from(response)
  return (await response.json()) as Output<'listAttachments'>['items'][number]
}

/** Downloads an attachment. The URL alone grants no access, so a leaked link gives nothing away. */
export async function fetchFile(organization: string, id: string): Promise<Blob> {
  const response = await cookieFetch(`/api/attachments/${encodeURIComponent(id)}`, { headers: await headersFor(organization) })
  if (!response.ok) throw await BatonError.from(response)
  return response.blob()
}

export async function saveFile(organization: string, { id, name }: { id: string; name: string }): Promise<void> {
  const address = URL.createObjectURL(await fetchFile(organization, id))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
