import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { plural } from '../../../ui/format.ts'
import { Page } from '../../../ui/page.tsx'
import { Card } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { GateList } from './gate-list.tsx'
import { SelfApproval } from './self-approval.tsx'

/** The workflows of the organization, and who may approve in general. */
export function WorkflowsPage() {
  const org = useOrganization()
  const { manages } = usePeople()
  const read = useRead('listWorkflows', {})
  return (
    <Page
      title="Workflows"
      about={read.data && plural(read.data.items.length, 'workflow')}
      actions={
        manages && (
          <Button asChild look="primary">
            <Link to={`/${org}/workflows/new`}>
              <Plus aria-hidden /> New workflow
            </Link>
          </Button>
        )
      }
      width="reading"
    >
      <Loaded read={read}>
        {({ items }) => (
          <div className="flex flex-col gap-20">
            <p className="text-muted">
              A workflow is a sequence of gates. A feature passes a gate when all its requirements are met: evidence, reviews or approvals.
            </p>
            {items.map((one) => (
              <Card key={one.slug} className="flex flex-col gap-12 p-16">
                <div className="flex flex-wrap items-center gap-8">
                  <h2 className="font-medium">
                    <Link to={`/${org}/workflows/${one.slug}`} className="rounded-code hover:underline">
                      {one.name}
                    </Link>
                  </h2>
                  <Chip mono>{one.slug}</Chip>
                  {one.built_in && <Chip>built in</Chip>}
                  <Button asChild look="quiet" className="ml-auto">
                    <Link to={`/${org}/workflows/${one.slug}`} aria-label={`${manages && !one.built_in ? 'Edit' : 'Open'} ${one.name}`}>
                      {manages && !one.built_in ? 'Edit' : 'Open'}
                    </Link>
                  </Button>
                </div>
                {one.description && <p className="text-muted">{one.description}</p>}
                <GateList gates={one.gates} />
              </Card>
            ))}
            <SelfApproval />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
