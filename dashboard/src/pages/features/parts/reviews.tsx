import { Check, MessageSquareWarning, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Sha } from '../../../ui/marks/rank.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { ReviewDialog } from '../dialogs/review-dialog.tsx'
import { gateName, type Feature, type Verdict } from './words.ts'
import { voidedWords } from './voided.ts'

/** What people and agents said at the gates; entries that no longer count say why. */
export function Reviews({ feature }: { feature: Feature }) {
  const { writes } = usePeople()
  const [open, setOpen] = useState<'approve' | null>(null)
  return (
    <section aria-labelledby="reviews" className="flex flex-col gap-8">
      <div className="flex items-center gap-8">
        <h3 id="reviews" className="font-medium">
          Reviews and decisions
        </h3>
        {writes && feature.status === 'active' && (
          <Button look="quiet" className="ml-auto" onClick={() => setOpen('approve')}>
            Submit review
          </Button>
        )}
      </div>
      {feature.verdicts.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong p-12 text-helper text-muted">
          No reviews yet. Agents review with <code className="font-mono">submit_review</code>, people right here.
        </p>
      ) : (
        <Rows>
          {feature.verdicts.map((one) => (
            <VerdictRow key={one.id} verdict={one} feature={feature} />
          ))}
        </Rows>
      )}
      <ReviewDialog feature={feature} first={open} close={() => setOpen(null)} />
    </section>
  )
}

const said = {
  approve: { word: 'Approved', icon: Check, colour: 'text-muted' },
  request_changes: { word: 'Changes requested', icon: MessageSquareWarning, colour: 'text-warn' },
  send_back: { word: 'Sent back', icon: Undo2, colour: 'text-warn' },
}

function VerdictRow({ verdict, feature }: { verdict: Verdict; feature: Feature }) {
  const { actor } = usePeople()
  const by = actor(verdict.user_id, verdict.agent_id)
  const { icon: Icon, colour, word } = said[verdict.verdict]
  const own = !verdict.self_approved && feature.authors.some(({ user_id }) => user_id === verdict.user_id)
  const does = verdict.verdict === 'approve' && verdict.kind === 'approval' ? 'Approved' : word
  return (
    <Row className="items-start">
      <Avatar name={by.name} kind={by.kind} decorative />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <span className="font-medium">{by.name}</span>
          {by.of && <Chip>agent of {by.of}</Chip>}
          <span className="text-helper text-muted">at {gateName(verdict.gate, feature.requirements)}</span>
          <Ago at={verdict.created_at} />
          <span className="ml-auto flex items-center gap-8">
            {verdict.commit && <Sha commit={verdict.commit} />}
            <span className={classes('inline-flex items-center gap-4', verdict.voided_at ? 'text-muted line-through' : colour)}>
              <Icon className="size-16" aria-hidden /> {does}
            </span>
          </span>
        </div>
        {verdict.words && (
          <div className="mt-4">
            <Markdown text={verdict.words} />
          </div>
        )}
        {verdict.voided_at && <p className="mt-4 text-helper text-muted">{voidedWords(verdict, feature)}.</p>}
        {own && verdict.kind === 'review' && !verdict.voided_at && (
          <p className="mt-4 text-helper text-muted">By an author, so it doesn’t count.</p>
        )}
        {verdict.self_approved && <p className="mt-4 text-helper text-muted">Self-approved (allowed here).</p>}
      </div>
    </Row>
  )
}
