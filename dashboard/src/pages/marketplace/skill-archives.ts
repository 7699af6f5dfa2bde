import { BatonError, type Output } from '@baton/client'
import { accessToken, cookieFetch } from '../../data/session.ts'

const headersFor = async (organization: string): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await accessToken()}`,
  'baton-organization': organization,
})

/** The largest archive that the server accepts. */
const maxArchive = 4.25 * 1024 * 1024

export async function uploadSkill(organization: string, file: File, visibility: string): Promise<Output<'createSkill'>> {
  if (file.size > maxArchive) throw new Error('The file must be 4 MB or smaller.')
  const response = await cookieFetch(`/api/skills/archive?visibility=${visibility}`, {
    method: 'POST',
    headers: { ...(await headersFor(organization)), 'content-type': 'application/zip' },
    body: file,
  })
  if (!response.ok) throw await BatonError.from(response)
  return (await response.json()) as Output<'createSkill'>
}

export async function downloadSkill(organization: string, { id, slug }: { id: string; slug: string }): Promise<void> {
  const response = await cookieFetch(`/api/skills/${id}/archive`, { headers: await headersFor(organization) })
  if (!response.ok) throw await BatonError.from(response)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `${slug}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
