import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Editor } from '../../../ui/editor/editor.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { More } from '../../../ui/more.tsx'
import { Card } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { mentionable } from '../mentionable.ts'
import type { DecisionDetails } from './decision-status.tsx'

/** What people and agents said about it; it stays open for second thoughts after the decision. */
export function Discussion({ decision }: { decision: DecisionDetails }) {
  const people = usePeople()
  const list = useList('listDecisionEntries', { decision: decision.id, limit: 100 })
  return (
    <section aria-labelledby="discussion" className="flex flex-col gap-8">
      <h3 id="discussion" className="flex items-center gap-8 font-medium">
        Discussion {decision.discussion_count > 0 && <span className="font-normal text-muted">{decision.discussion_count}</span>}
      </h3>
      {list.items.map((entry) => {
        const by = people.actor(entry.created_by, entry.created_by_agent_id)
        return (
          <div key={entry.id} className="flex gap-8">
            <Avatar name={by.name} kind={by.kind} size="large" decorative />
            <Card className="min-w-0 flex-1 p-12">
              <div className="mb-4 flex flex-wrap items-center gap-8">
                <span className="font-medium">{by.name}</span>
                {by.of && <Chip>agent of {by.of}</Chip>}
                <span className="ml-auto">
                  <Ago at={entry.created_at} />
                </span>
              </div>
              <Markdown text={entry.body} names={people.members.map(({ handle }) => handle)} />
            </Card>
          </div>
        )
      })}
      <More list={list} />
      {list.items.length === 0 && !people.writes && <p className="text-muted">No comments yet.</p>}
      {people.writes && <Say decision={decision} />}
    </section>
  )
}

function Say({ decision }: { decision: DecisionDetails }) {
  const organization = useOrganization()
  const people = usePeople()
  const [round, setRound] = useState(0)
  const [open, setOpen] = useState(false)
  const [body, setBody] = useState('')
  const close = () => {
    setOpen(false)
    setBody('')
  }
  const say = async () => {
    if (!body.trim()) return
    close()
    setRound(round + 1)
    await act({
      organization,
      operation: 'addDecisionEntry',
      input: { decision: decision.id, body },
      label: `Comment on ${decision.ref}`,
      then: ['getDecision', 'listDecisionEntries'],
    })
  }
  if (!open)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="touch h-target rounded-card border border-line-strong bg-control px-12 text-left text-muted shadow-card hover:bg-hover"
      >
        Add a comment…
      </button>
    )
  return (
    <div className="flex flex-col gap-8">
      <Editor
        key={round}
        label="Comment"
        text=""
        people={mentionable(people)}
        onText={setBody}
        onSubmit={() => void say()}
        onCancel={close}
      />
      <div className="flex justify-end gap-6">
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" disabled={!body.trim()} onClick={() => void say()}>
          Comment
        </Button>
      </div>
    </div>
  )
}
