import type { Output } from '@baton/client'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../../data/reads.ts'
import { classes } from '../../../../ui/classes.ts'
import { RankChip, Sha } from '../../../../ui/marks/rank.tsx'
import { Section } from '../../../../ui/page.tsx'
import { Ago } from '../../../../ui/time.tsx'
import { ranks, receiptOf, spoken } from '../../../features/parts/words.ts'
import { lazily } from '../../../../ui/lazily.tsx'

const ReceiptDialog = lazily('over', () =>
  import('../../../machines/receipts/receipt-dialog.tsx').then((module) => ({ default: module.ReceiptDialog })),
)
type Check = Output<'listTaskChecks'>['items'][number]

/** Results of checks for the task, newest first; a receipt opens beside it. Renders nothing if there are none. */
export function TaskChecks({ task }: { task: string }) {
  const { data } = useRead('listTaskChecks', { task, limit: 10 })
  const [receipt, setReceipt] = useState<string | null>(null)
  if (!data || data.items.length === 0) return null
  return (
    <Section title="Checks">
      <ul aria-label="Results of checks" className="flex flex-col gap-8">
        {data.items.map((check) => (
          <Result key={check.id} check={check} onReceipt={setReceipt} />
        ))}
      </ul>
      {receipt && <ReceiptDialog id={receipt} onClose={() => setReceipt(null)} />}
    </Section>
  )
}

function Result({ check, onReceipt }: { check: Check; onReceipt(id: string): void }) {
  const passed = check.outcome === 'pass'
  const Icon = passed ? CircleCheck : CircleX
  const receipt = receiptOf(check.url)
  const name = <span className={classes('truncate', check.voided_at && 'text-muted line-through')}>{spoken(check.check)}</span>
  return (
    <li className="flex min-w-0 items-start gap-8">
      <Icon className={classes('mt-2 size-16 shrink-0', passed ? 'text-muted' : 'text-bad')} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-6">
          <span className="sr-only">{passed ? 'Passes: ' : 'Fails: '}</span>
          {receipt ? (
            <button
              type="button"
              onClick={() => onReceipt(receipt)}
              className="touch min-w-0 truncate rounded-code text-left hover:underline"
              title="Open receipt"
            >
              {name}
            </button>
          ) : (
            name
          )}
          <span className="ml-auto shrink-0">
            <RankChip {...ranks[check.rank]} />
          </span>
        </p>
        <p className="flex items-center gap-6 text-helper text-muted">
          <Sha commit={check.commit} />
          {receipt && 'receipt'}
          {check.voided_at && 'outdated'}
          <span className="ml-auto">
            <Ago at={check.created_at} />
          </span>
        </p>
      </div>
    </li>
  )
}
