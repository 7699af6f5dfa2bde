import { useRead } from '../../data/reads.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AgentSnippet } from '../agents/connect/agent-snippet.tsx'
import { Checklist, HideChecklist } from './checklist.tsx'
import { SampleCard } from './sample-card.tsx'

export function GettingStartedPage() {
  const read = useRead('getGettingStarted', {})
  return (
    <Page
      title="Getting started"
      about={read.data ? `${read.data.done} of ${read.data.of} done` : ''}
      actions={read.data && <HideChecklist started={read.data} />}
      width="reading"
      own
    >
      <Loaded read={read}>
        {(started) => (
          <div className="flex flex-col gap-16">
            <Checklist started={started} />
            <SampleCard started={started} />
            {!started.steps.agent && <AgentSnippet />}
          </div>
        )}
      </Loaded>
    </Page>
  )
}
