import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { More } from '../../../ui/more.tsx'
import { RankChip, Sha } from '../../../ui/marks/rank.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { EvidenceDetails } from '../dialogs/evidence-details.tsx'
import { ranks, spoken, type Evidence, type Feature } from './words.ts'
import { voidedWords } from './voided.ts'

/** Every result ever submitted, including voided ones with the reason. Loaded when opened. */
export function AllEvidence({ feature }: { feature: Feature }) {
  const [open, setOpen] = useState(false)
  if (feature.evidence.length === 0) return null
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="touch flex items-center gap-4 rounded-control font-medium text-muted hover:text-fg">
        <ChevronRight className="size-16 transition-transform group-open:rotate-90" aria-hidden />
        All results, including voided
      </summary>
      {open && <Results feature={feature} />}
    </details>
  )
}

function Results({ feature }: { feature: Feature }) {
  const { actor } = usePeople()
  const list = useList('listEvidence', { feature: feature.id, limit: 50 })
  const [reading, setReading] = useState<Evidence | null>(null)
  return (
    <div className="mt-8 flex flex-col gap-8">
      <Rows>
        {list.items.map((one) => (
          <Row key={one.id} className="flex-wrap">
            <div className="min-w-0 flex-1">
              <button
                type="button"
                onClick={() => setReading(one)}
                className={classes('rounded-code text-left font-medium hover:underline', one.voided_at && 'text-muted line-through')}
              >
                {spoken(one.check)}
              </button>
              <p className="text-helper text-muted">
                {one.voided_at ? `${voidedWords(one, feature)}.` : one.note || (one.outcome === 'pass' ? 'Passed.' : 'Failed.')}
              </p>
            </div>
            <span className="flex flex-wrap items-center gap-6 text-helper">
              {one.outcome === 'fail' && <Chip tone="bad">Fails</Chip>}
              {one.user_id ? <Who actor={actor(one.user_id, one.agent_id)} /> : 'CI'}
              {one.commit && <Sha commit={one.commit} />}
              <RankChip {...ranks[one.rank]} />
              <Ago at={one.created_at} />
            </span>
          </Row>
        ))}
      </Rows>
      <More list={list} />
      <EvidenceDetails feature={feature} evidence={reading} close={() => setReading(null)} />
    </div>
  )
}
