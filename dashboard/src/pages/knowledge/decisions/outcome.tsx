import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { DecisionDetails } from './decision-status.tsx'

/** What resulted from the decision; it is recorded only once. */
export function Outcome({ decision }: { decision: DecisionDetails }) {
  const organization = useOrganization()
  const { writes } = usePeople()
  const [text, setText] = useState<string | null>(null)
  if (decision.outcome) return <Markdown text={decision.outcome} />
  if (text === null)
    return (
      <div className="flex flex-wrap items-center gap-8">
        <span className="text-muted">Not recorded yet.</span>
        {writes && <Button onClick={() => setText('')}>Record outcome</Button>}
      </div>
    )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await act({
      organization,
      operation: 'updateDecision',
      input: { decision: decision.id, outcome: text },
      label: `Record outcome of ${decision.ref}`,
      done: 'Outcome recorded',
      then: ['getDecision'],
    })
    if (answer) setText(null)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-8">
      <TextArea aria-label="Outcome" autoFocus required maxLength={20_000} value={text} onChange={(e) => setText(e.target.value)} />
      <div className="flex justify-end gap-6">
        <Button onClick={() => setText(null)}>Cancel</Button>
        <Button type="submit" look="primary" disabled={!text.trim()}>
          Record outcome
        </Button>
      </div>
    </form>
  )
}
