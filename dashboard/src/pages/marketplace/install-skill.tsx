import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { Findings } from './findings.tsx'

type Listing = Output<'getListing'>

/** The findings are shown before the button, so that whoever installs has seen them. */
export function InstallSkill({ listing, done }: { listing: Listing; done(id: string): void }) {
  const organization = useOrganization()
  const [visibility, setVisibility] = useState<'personal' | 'team'>('personal')
  const [seen, setSeen] = useState(listing.findings.length === 0)
  const [busy, setBusy] = useState(false)
  const install = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const installed = await act({
      organization,
      operation: 'installSkill',
      input: { slug: listing.slug, hash: listing.hash, visibility, findings_seen: listing.findings_token },
      label: `Install ${listing.name}`,
      done: `${listing.name} installed`,
      then: ['listSkills', 'listListings', 'getListing'],
    })
    setBusy(false)
    if (installed) done(installed.id)
  }
  return (
    <form onSubmit={(event) => void install(event)} className="flex flex-col gap-16">
      <Findings findings={listing.findings} />
      <Field label="Available to">
        {(ids) => (
          <Select {...ids} value={visibility} onChange={(event) => setVisibility(event.target.value as 'personal')}>
            <option value="personal">Only my agents</option>
            <option value="team">Everyone in the organization</option>
          </Select>
        )}
      </Field>
      {listing.findings.length > 0 && (
        <label className="flex items-start gap-8">
          <Checkbox checked={seen} onChange={(event) => setSeen(event.target.checked)} className="mt-2" />
          I’ve reviewed the findings and want to continue
        </label>
      )}
      <Button type="submit" look={listing.findings.length > 0 ? 'danger' : 'primary'} busy={busy} disabled={!seen} className="self-end">
        Install version {listing.revision}
      </Button>
    </form>
  )
}
