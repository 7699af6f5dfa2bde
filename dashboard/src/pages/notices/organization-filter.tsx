import { ListFilter } from 'lucide-react'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'

const all = '*'

/** Filters the inbox by organization, for people who are in several. */
export function OrganizationFilter({ from, onChange }: { from: string | undefined; onChange(from: string | undefined): void }) {
  const { data } = useOwn('listOrganizations', {})
  const organizations = data?.items ?? []
  if (organizations.length < 2) return null
  const name = organizations.find(({ handle }) => handle === from)?.name
  return (
    <Picker
      label="Organization"
      choices={[{ value: all, title: 'All organizations' }, ...organizations.map(({ handle, name: title }) => ({ value: handle, title }))]}
      chosen={[from ?? all]}
      onPick={(value) => onChange(value === all ? undefined : value)}
      trigger={
        <Button look="quiet">
          <ListFilter />
          <span className="sr-only">Organization: </span>
          <span className="max-wide:sr-only">{name ?? 'All organizations'}</span>
        </Button>
      }
    />
  )
}
