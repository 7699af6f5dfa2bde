import type { Output } from '@baton/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { account } from '../../../data/client.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { date, plural } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { FindingsChip, Publisher } from '../../marketplace/publisher.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Listing = Output<'listMarketplace'>['items'][number]
type Show = 'all' | 'flagged' | 'taken_down'
type Decision = { listing: Listing; kind: 'takedown' | 'lift' | 'verify' | 'unverify' }

const words: Record<Decision['kind'], { title(listing: Listing): string; about: string; action: string }> = {
  takedown: {
    title: ({ name }) => `Take ${name} down?`,
    about: 'Removes it from the marketplace and every organization that installed it. You can undo this.',
    action: 'Take down',
  },
  lift: { title: ({ name }) => `Restore ${name}?`, about: 'Makes it available everywhere again.', action: 'Restore' },
  verify: {
    title: ({ publisher }) => `Verify ${publisher.organization}?`,
    about: 'Confirms that this organization is who it claims to be. Everyone sees the mark.',
    action: 'Verify',
  },
  unverify: {
    title: ({ publisher }) => `Unverify ${publisher.organization}?`,
    about: 'It will be shown as not verified.',
    action: 'Remove',
  },
}

/** Every published skill of the instance, for those responsible for it. */
export function AdminMarketplacePage() {
  const navigate = useNavigate()
  const { show = 'all' } = useSearch({ strict: false }) as { show?: Show }
  const list = useOwnList('listMarketplace', { show, limit: 50 })
  const call = useCall()
  const [asked, setAsked] = useState<Decision | null>(null)
  const decide = async ({ listing: { id, publisher }, kind }: Decision, reason: string) => {
    const work = {
      takedown: () => account.takeDownSkill({ id, reason }),
      lift: () => account.liftTakedown({ id, reason }),
      verify: () => account.verifyPublisher({ organization: publisher.organization, verified: true, reason }),
      unverify: () => account.verifyPublisher({ organization: publisher.organization, verified: false, reason }),
    }
    if (await call<unknown>(work[kind], { done: 'Done', then: ['listMarketplace'] })) setAsked(null)
  }
  return (
    <AdminFrame title="Marketplace" about="Skills published by organizations. Takedowns affect every installed copy.">
      <Segmented
        label="Filter skills"
        value={show}
        options={[
          { value: 'all', title: 'All' },
          { value: 'flagged', title: 'With findings' },
          { value: 'taken_down', title: 'Taken down' },
        ]}
        onChange={(value) => void navigate({ to: '.', search: (value === 'all' ? {} : { show: value }) as never, replace: true })}
      />
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Store} title="No results">
              No matching skills.
            </EmptyState>
          ) : (
            <Rows aria-label="Published skills">
              {list.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <div className="min-w-0 flex-1 basis-full wide:basis-0">
                    <p className="flex flex-wrap items-center gap-6">
                      <span className="font-medium break-all">{one.name}</span>
                      <span className="font-mono text-label text-muted">v{one.revision}</span>
                      {one.takedown ? <Chip tone="bad">taken down</Chip> : one.findings && <FindingsChip {...one.findings} />}
                    </p>
                    <p className="text-helper text-muted">
                      <Publisher {...one.publisher} /> · {plural(one.installs, 'installation')} · {date(one.updated_at)}
                    </p>
                    {one.takedown && (
                      <p className="text-helper text-muted break-words">
                        @{one.takedown.by}, {date(one.takedown.at)}: {one.takedown.reason} ({plural(one.takedown.reached, 'copy', 'copies')}
                        )
                      </p>
                    )}
                  </div>
                  <Button look="quiet" onClick={() => setAsked({ listing: one, kind: one.publisher.verified ? 'unverify' : 'verify' })}>
                    {one.publisher.verified ? 'Unverify' : 'Verify'}
                    <span className="sr-only"> the publisher of {one.name}</span>
                  </Button>
                  <Button
                    look={one.takedown ? 'plain' : 'danger'}
                    onClick={() => setAsked({ listing: one, kind: one.takedown ? 'lift' : 'takedown' })}
                  >
                    {one.takedown ? 'Restore' : 'Take down'}
                    <span className="sr-only"> {one.name}</span>
                  </Button>
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={list} />
      <ReasonDialog
        open={asked !== null}
        title={asked ? words[asked.kind].title(asked.listing) : ''}
        about={asked ? words[asked.kind].about : ''}
        action={asked ? words[asked.kind].action : ''}
        danger={asked?.kind === 'takedown'}
        onClose={() => setAsked(null)}
        onReason={async (reason) => asked && decide(asked, reason)}
      />
    </AdminFrame>
  )
}
