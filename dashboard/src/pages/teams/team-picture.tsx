import { BatonError } from '@baton/client'
import { useRef } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { readAgain } from '../../data/reads.ts'
import { accessToken, cookieFetch } from '../../data/session.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import type { Team } from './team-members.tsx'

/** An image is uploaded as raw bytes, which no operation does. */
async function upload(organization: string, team: string, file: File): Promise<void> {
  const response = await cookieFetch(`/api/team/avatar?team=${encodeURIComponent(team)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      'baton-organization': organization,
      'content-type': file.type || 'image/png',
    },
    body: file,
  })
  if (!response.ok) throw await BatonError.from(response)
}

export const TeamPicture = ({ team }: { team: Team }) =>
  team.avatar && <img src={`/files/${team.avatar}`} alt="" className="size-24 shrink-0 rounded-control border border-line" />

export function ChangePicture({ team }: { team: Team }) {
  const organization = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const send = async (file: File | undefined) => {
    if (!file) return
    try {
      await upload(organization, team.id, file)
      readAgain(organization, new Set(['getTeam', 'listTeams', 'getCurrentTeam']))
      toast.success('Picture changed')
    } catch (error) {
      toast.error('Couldn’t save the picture', { description: error instanceof BatonError ? error.detail : String(error) })
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        className="hidden"
        aria-label="Team picture"
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <Button onClick={() => input.current?.click()}>{team.avatar ? 'Change picture' : 'Add picture'}</Button>
    </>
  )
}
