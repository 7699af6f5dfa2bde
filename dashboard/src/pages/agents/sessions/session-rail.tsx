import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Circle, FileDiff } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { useList } from '../../../data/reads.ts'
import { plural } from '../../../ui/format.ts'
import { LinkedText } from '../../../ui/linked-text.tsx'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'
import { LeaseBar } from '../../../ui/marks/lease-bar.tsx'
import { TaskCode } from '../../repositories/code-section.tsx'
import { HintForm } from '../hint-dialog.tsx'
import { useSessionSteps } from './use-session-steps.ts'

type Session = Output<'getSession'>

/** The session's goals, its leases, what it recalled and decided, and a way to send it a hint. */
export function SessionRail({ session }: { session: Session }) {
  const org = useOrganization()
  const { steps, checkpoints } = useSessionSteps(session, session.id)
  const decided = steps.filter(({ subject }) => subject?.type.startsWith('decision.'))
  const recalled = [...new Map(steps.flatMap((step) => step.recalled).map((memory) => [memory.id, memory])).values()]
  const worked = [...new Set(steps.flatMap(({ stored }) => (stored?.kind === 'task' ? [stored.id] : [])))].slice(-3)
  const files = [...new Set(checkpoints.flatMap((one) => one.files))]
  const aside = (text: string) => <span className="text-label text-muted">{text}</span>
  return (
    <>
      <Section title="Goals" aside={aside(plural(session.goals.length, 'goal'))}>
        <ul className="flex flex-col gap-6">
          {session.goals.map((goal) => (
            <li key={goal} className="flex gap-8">
              <Circle className="mt-2 size-16 shrink-0 text-ring" aria-hidden />
              <span className="min-w-0 break-words">{goal}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Claimed now">
        {session.leases.length === 0 ? (
          <p className="text-muted">No claimed tasks</p>
        ) : (
          session.leases.map((lease) => <Lease key={lease.task} lease={lease} />)
        )}
      </Section>
      <Section title="Decisions">
        {decided.length === 0 ? (
          <p className="text-muted">No decisions yet.</p>
        ) : (
          <ul className="flex flex-col gap-6">
            {decided.map((step) => (
              <li key={step.id}>
                <Link to={`/${org}/decisions/${step.subject?.id}`} className="rounded-code hover:text-accent">
                  {step.result}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Recalled memories" aside={aside(plural(recalled.length, 'memory', 'memories'))}>
        {recalled.length === 0 ? (
          <p className="text-muted">No memories recalled yet.</p>
        ) : (
          <ul className="flex flex-col gap-6">
            {recalled.slice(0, 8).map((memory) => (
              <li key={memory.id}>
                <Link to={`/${org}/memory`} search={{ memory: memory.id } as never} className="line-clamp-2 rounded-code hover:text-accent">
                  {memory.content}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Files" aside={aside(`${files.length} named`)}>
        {files.length === 0 ? (
          <p className="text-muted">No files reported.</p>
        ) : (
          <ul className="flex flex-col gap-4 font-mono text-label">
            {files.map((file) => (
              <li key={file} className="flex items-center gap-6 break-all">
                <FileDiff className="size-12 shrink-0 text-muted" aria-hidden />
                {file}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {worked.map((id) => (
        <TaskCode key={id} task={id} />
      ))}
      <Hints session={session} />
    </>
  )
}

function Lease({ lease }: { lease: Session['leases'][number] }) {
  const org = useOrganization()
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-baseline gap-8">
        <Link to={`/${org}/t/${lease.task}`} className="rounded-code font-mono text-label text-muted hover:text-accent">
          {lease.task}
        </Link>
        <span className="min-w-0 flex-1 truncate" title={lease.title}>
          {lease.title}
        </span>
      </div>
      <LeaseBar {...lease} />
    </div>
  )
}

function Hints({ session }: { session: Session }) {
  const hints = useList('listSessionHints', { session: session.id, limit: 20 })
  const name = session.agent?.name ?? 'this session'
  return (
    <Section title="Hints" aside={<span className="text-label text-muted">{hints.items.length} sent</span>}>
      <div className="flex flex-col gap-12">
        {hints.items.map((hint) => (
          <div key={hint.id}>
            <p className="break-words">
              <LinkedText text={hint.body} />
            </p>
            <p className="text-helper text-muted">
              {hint.author?.name ?? 'Former member'} <Ago at={hint.created_at} /> ·{' '}
              {hint.delivered_at ? <span>delivered</span> : <span>waiting for the next call</span>}
            </p>
          </div>
        ))}
        {session.status === 'running' && session.agent ? (
          <HintForm session={session.id} name={name} />
        ) : (
          hints.items.length === 0 && <p className="text-muted">You can send hints while the session is running.</p>
        )}
      </div>
    </Section>
  )
}
