import { Eye, EyeOff } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { changeRead, useRead } from '../../data/reads.ts'
import { currentUser } from '../../data/session.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Section } from '../../ui/page.tsx'

const mostShown = 6

interface WatchersProps {
  watching: boolean
  watchers: readonly { id: string; name: string }[]
  choose(watching: boolean): void
}

/** Who is notified of comments and status changes, and whether you are one of them. */
function Watchers({ watching, watchers, choose }: WatchersProps) {
  const more = watchers.length - mostShown
  const { writes } = usePermissions()
  return (
    <Section
      title="Watching"
      aside={
        writes && (
          <Button look="quiet" aria-pressed={watching} onClick={() => choose(!watching)}>
            {watching ? <EyeOff /> : <Eye />}
            {watching ? 'Unwatch' : 'Watch'}
          </Button>
        )
      }
    >
      {watchers.length === 0 ? (
        <p className="text-helper text-muted">No one is watching</p>
      ) : (
        <ul aria-label="Watchers" className="flex flex-wrap items-center gap-x-12 gap-y-4">
          {watchers.slice(0, mostShown).map(({ id, name }) => (
            <li key={id} className="flex min-w-0 items-center gap-6">
              <Avatar name={name} kind="person" size="small" decorative />
              <span className="truncate text-helper">{name}</span>
            </li>
          ))}
          {more > 0 && <li className="text-helper text-muted">and {more} more</li>}
        </ul>
      )}
    </Section>
  )
}

type Watching = Pick<WatchersProps, 'watching'> & { watchers: { id: string; name: string; handle: string }[] }

/** The state they chose, before the server has answered. */
function chosen(before: Watching, watching: boolean): Watching {
  const me = currentUser()
  const others = before.watchers.filter(({ id }) => id !== me?.id)
  return { watching, watchers: watching && me ? [...others, { id: me.id, name: me.name, handle: me.handle }] : others }
}

export function ItemWatchers({ item }: { item: string }) {
  const organization = useOrganization()
  const { data } = useRead('listItemWatchers', { item })
  const choose = async (watching: boolean) => {
    changeRead(organization, 'listItemWatchers', { item }, (before) => chosen(before, watching))
    const label = watching ? `Watch ${item}` : `Unwatch ${item}`
    await act({ organization, operation: 'watchItem', input: { item, watching }, label, then: ['listItemWatchers'] })
  }
  return data ? <Watchers {...data} choose={(watching) => void choose(watching)} /> : null
}

export function FeatureWatchers({ feature }: { feature: string }) {
  const organization = useOrganization()
  const { data } = useRead('listFeatureWatchers', { feature })
  const choose = async (watching: boolean) => {
    changeRead(organization, 'listFeatureWatchers', { feature }, (before) => chosen(before, watching))
    const label = watching ? 'Watch feature' : 'Unwatch feature'
    await act({ organization, operation: 'watchFeature', input: { feature, watching }, label, then: ['listFeatureWatchers'] })
  }
  return data ? <Watchers {...data} choose={(watching) => void choose(watching)} /> : null
}
