import { useNavigate } from '@tanstack/react-router'
import { Building2, ChevronsUpDown, Plus } from 'lucide-react'
import { useOrganization } from '../data/organization.ts'
import { useOwn } from '../data/reads.ts'
import { firstLetter } from '../ui/marks/avatar.tsx'
import { Menu } from '../ui/menu.tsx'

export function OrganizationSwitch() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { data } = useOwn('listOrganizations', {})
  const name = data?.items.find(({ handle }) => handle === org)?.name ?? org
  const others = (data?.items ?? []).filter(({ handle }) => handle !== org)
  return (
    <Menu
      trigger={
        <button type="button" className="touch flex h-target items-center gap-8 rounded-control px-4 text-left hover:bg-hover">
          <span className="flex size-24 items-center justify-center rounded-control bg-accent font-semibold text-on-accent" aria-hidden>
            {firstLetter(name)}
          </span>
          <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
          <ChevronsUpDown className="size-16 text-muted" aria-label="Switch organization" />
        </button>
      }
      items={[
        ...others.map((one) => ({ title: one.name, icon: Building2, run: () => void navigate({ to: `/${one.handle}/inbox` }) })),
        ...(others.length > 0 ? [null] : []),
        { title: 'New organization', icon: Plus, run: () => void navigate({ to: '/onboarding' }) },
      ]}
    />
  )
}
