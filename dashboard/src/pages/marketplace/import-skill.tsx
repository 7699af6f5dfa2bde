import { BatonError } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { readAgain } from '../../data/reads.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { uploadSkill } from './skill-archives.ts'

/** A packed skill directory, as other tools have it: SKILL.md with scripts, references and assets. */
export function ImportSkill({ done }: { done(id: string): void }) {
  const organization = useOrganization()
  const [file, setFile] = useState<File | null>(null)
  const [visibility, setVisibility] = useState('team')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const bring = async (event: FormEvent) => {
    event.preventDefault()
    if (!file) return
    setBusy(true)
    setError(undefined)
    try {
      const { id, name } = await uploadSkill(organization, file, visibility)
      readAgain(organization, new Set(['listSkills']))
      toast.success(`${name} imported`)
      done(id)
    } catch (failure) {
      setError(failure instanceof BatonError ? failure.detail : String((failure as Error).message))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void bring(event)} className="flex flex-col gap-12">
      <Field label="Skill folder (zip)" hint="Must contain a SKILL.md with name and description. Up to 4 MB." error={error}>
        {(ids) => (
          <Input
            {...ids}
            type="file"
            required
            accept=".zip,application/zip"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Field label="Available to">
        {(ids) => (
          <Select {...ids} value={visibility} onChange={(event) => setVisibility(event.target.value)}>
            <option value="personal">Only you</option>
            <option value="team">Everyone in the organization</option>
          </Select>
        )}
      </Field>
      <Button type="submit" look="primary" busy={busy} disabled={!file} className="self-end">
        Import
      </Button>
    </form>
  )
}
