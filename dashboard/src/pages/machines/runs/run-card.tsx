import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { dateTime, time } from '../../../ui/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { RankChip } from '../../../ui/marks/rank.tsx'
import { Card } from '../../../ui/row.tsx'
import { ranks } from '../../features/parts/words.ts'
import { lineOf } from '../../features/workflows/command-words.ts'
import { signedBy } from '../receipts/receipt.ts'
import { Console } from './console/console.tsx'
import { Branch, Changes, Lasted, RunState } from './marks.tsx'
import { headline, isOpen, isUnderWay, refusedWords, startedBy, type Run } from './run-words.ts'
import { StopRun } from './stop-run.tsx'
import { lazily } from '../../../ui/lazily.tsx'

const ReceiptDialog = lazily('over', () => import('../receipts/receipt-dialog.tsx').then((module) => ({ default: module.ReceiptDialog })))

/** One run: what is happening, whether it needs someone, and its output. The only place with Stop on a task's page. */
export function RunCard({ run, tall }: { run: Run; tall?: boolean }) {
  return (
    <section aria-label="Run" className="flex flex-col gap-6">
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-x-12 gap-y-8 p-12">
          <Avatar name={run.agent.name} kind="agent" size="large" running={isUnderWay(run)} decorative />
          <div className="min-w-0 flex-1">
            <h2 className="font-medium break-words">{headline(run)}</h2>
            <p className="text-helper text-muted">
              {startedBy(run)}, <When at={run.created_at} />
              {run.session_id && <SessionLink id={run.session_id} />}
            </p>
          </div>
          <StopRun run={run} />
        </div>
        {run.state !== 'queued' && <Facts run={run} />}
        {(run.branch || run.receipt_id) && (
          <div className="flex flex-wrap items-center gap-x-16 gap-y-8 border-t border-line-soft px-12 py-8">
            <Branch run={run} />
            {run.receipt_id && <ReceiptLine id={run.receipt_id} />}
          </div>
        )}
      </Card>
      <Needs run={run} />
      {run.state !== 'queued' && <Console run={run} tall={tall ?? false} />}
    </section>
  )
}

/** Whether the run needs me, and what a button does. */
function Needs({ run }: { run: Run }) {
  const line = 'px-4 text-helper'
  if (run.state === 'queued')
    return (
      <p role="status" className={`${line} text-muted`}>
        {run.waits_for ? `Waiting: ${run.waits_for}.` : 'Starting soon.'}
      </p>
    )
  if (run.state === 'waiting') return <p className={`${line} text-accent`}>Continues once its question below is answered.</p>
  if (run.error || run.refused?.count) return <Ending run={run} line={line} />
  if (isOpen(run))
    return <p className={`${line} text-muted`}>Nothing needs you. Stop ends the agent and its processes; the branch is kept.</p>
  return null
}

/** Why it ended like this, and where the work is that nobody has committed. */
function Ending({ run, line }: { run: Run; line: string }) {
  const { error, state, worktree, machine, changes } = run
  const isBad = state === 'failed' || state === 'unfinished'
  return (
    <div role={isBad ? 'alert' : undefined} className={`${line} flex flex-col gap-4`}>
      {error && <p className={`break-words ${state === 'unfinished' ? 'text-warn' : 'text-bad'}`}>{error}</p>}
      {refusedWords(run) && <p className="text-muted">{refusedWords(run)}</p>}
      {worktree && changes && changes.dirty_files > 0 && (
        <p className="text-muted">
          What is not committed is in <code className="font-mono break-all">{worktree}</code>
          {machine && ` on ${machine.name}`}. It is not removed.
        </p>
      )}
    </div>
  )
}

function Facts({ run }: { run: Run }) {
  return (
    <dl className="grid grid-cols-2 gap-px border-t border-line bg-line-soft wide:grid-cols-4 [&>div]:bg-sunken">
      <Fact name="State">
        <RunState run={run} />
        {run.exit_code !== null && run.exit_code !== 0 && <span className="text-helper text-muted"> exit {run.exit_code}</span>}
      </Fact>
      <Fact name="Time">
        <Lasted run={run} />
      </Fact>
      <Fact name="Changes">
        <Changes changes={run.changes} />
      </Fact>
      <Fact name="Client">
        <span className="font-mono">{run.client}</span>
        {run.attempt > 1 && <span className="text-helper text-muted"> attempt {run.attempt}</span>}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-12 py-8">
      <dt className="text-label text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

const When = ({ at }: { at: string }) => {
  const today = new Date(at).toDateString() === new Date().toDateString()
  return <time dateTime={at}>{today ? time(at) : dateTime(at)}</time>
}

function SessionLink({ id }: { id: string }) {
  const organization = useOrganization()
  return (
    <>
      {' · '}
      <Link to={`/${organization}/sessions/${id}`} className="rounded-code text-accent hover:underline">
        Session
      </Link>
    </>
  )
}

function ReceiptLine({ id }: { id: string }) {
  const { data } = useRead('getReceipt', { receipt: id })
  const [open, setOpen] = useState(false)
  if (!data) return null
  const { argv, exit_code } = signedBy(data)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="touch inline-flex min-w-0 items-center gap-8 rounded-code text-left hover:underline"
      >
        <span className="min-w-0 truncate">
          <span className="sr-only">Receipt: </span>
          <code className="font-mono text-helper">{lineOf(argv)}</code> {exit_code === 0 ? 'passed' : 'failed'}
        </span>
        <RankChip {...ranks[data.rank]} />
      </button>
      {open && <ReceiptDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
