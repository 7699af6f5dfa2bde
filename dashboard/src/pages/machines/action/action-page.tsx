import { Link, useParams } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { ActionState } from '../marks.tsx'
import { ActionBody } from './action-body.tsx'

/** One action: what was requested, who decides, and the result. This is the page that an approval on a phone opens. */
export function ActionPage() {
  const organization = useOrganization()
  const { machine = '', action = '' } = useParams({ strict: false }) as { machine?: string; action?: string }
  const tunnel = useRead('getTunnel', { tunnel: machine })
  const read = useRead('getTunnelAction', { tunnel: machine, action })
  return (
    <Loaded read={tunnel}>
      {(on) => (
        <Loaded read={read}>
          {(found) => (
            <Page
              width="reading"
              title={
                <>
                  <Link
                    to={`/${organization}/machines/${on.id}`}
                    className="touch inline-flex items-center truncate font-normal text-muted hover:underline"
                  >
                    {on.name}
                  </Link>
                  <span className="font-normal text-faint" aria-hidden>
                    /
                  </span>
                  <span className="truncate">{found.state === 'queued' ? 'Approval' : found.action}</span>
                </>
              }
              about={<ActionState action={found} />}
            >
              <ActionBody machine={on} action={found} />
            </Page>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
