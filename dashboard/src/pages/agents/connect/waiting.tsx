import { Link } from '@tanstack/react-router'
import { ArrowRight, Check, Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Ago, useNow } from '../../../ui/time.tsx'
import { check } from './clients.ts'
import type { FirstCall, NewToken } from './use-first-call.ts'

function Reached({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <li className={classes('flex items-center gap-6', done ? 'text-fg' : 'text-muted')}>
      {done ? <Check className="size-16 text-ok" aria-hidden /> : <Circle className="size-16 text-ring" aria-hidden />}
      {children}
      <span className="sr-only">{done ? ', yes' : ', not yet'}</span>
    </li>
  )
}

function since(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Waits for the first tool call, shows the progress, and turns green by itself. */
interface WaitingProps {
  token: NewToken | null
  origin: string
  answers: boolean
  progress: FirstCall
}

export function Waiting({ token, origin, answers, progress }: WaitingProps) {
  const now = useNow(1000)
  const secure = location.protocol === 'https:'
  return (
    <div className="flex flex-col gap-12 rounded-card border border-dashed border-ring p-12">
      <div className="flex items-center gap-12">
        <span className={classes('m-8 size-8 shrink-0 rounded-full', token ? 'animate-waiting bg-accent' : 'bg-ring')} aria-hidden />
        <div className="min-w-0 flex-1" role="status">
          <p className="font-medium">{token ? 'Waiting for the first tool call…' : 'Create a token first'}</p>
          <p className="text-helper text-muted">
            Try: <span className="font-medium text-fg">“List my Baton projects.”</span> This step turns green automatically.
          </p>
        </div>
        {token && <span className="font-mono text-helper text-muted">{since(token.created_at, now)}</span>}
      </div>
      <ul className="flex flex-wrap gap-x-16 gap-y-6 border-t border-line-soft pt-12 text-helper">
        <Reached done={answers}>{secure ? 'URL responds over TLS' : 'URL responds'}</Reached>
        <Reached done={progress.usedAt !== null}>Token accepted {progress.usedAt && <Ago at={progress.usedAt} said />}</Reached>
        <Reached done={false}>First tool call</Reached>
      </ul>
      <details className="text-helper">
        <summary className="touch flex items-center text-accent">Not connecting?</summary>
        <p className="my-6 text-muted">
          Run this with the same token, in the terminal your client runs in. If it lists tools, restart your client there.
        </p>
        <CodeBlock text={check(`${origin}/mcp`)} label="Command to check the connection" />
      </details>
    </div>
  )
}

export function Connected({ agent, call }: { agent: { id: string; name: string }; call: FirstCall['call'] }) {
  const org = useOrganization()
  const facts = [
    ['Agent', agent.name],
    ['Tool', call?.tool ?? '…'],
    ['Answered', call ? (call.ok ? 'yes' : 'with an error') : '…'],
    ['Took', call?.milliseconds != null ? `${call.milliseconds} ms` : '…'],
  ] as const
  return (
    <div className="flex flex-col gap-12 rounded-card border border-ok bg-ok-soft p-12">
      <div className="flex flex-wrap items-center gap-12">
        <CircleCheck className="size-32 shrink-0 text-ok" aria-hidden />
        <div className="min-w-0 flex-1" role="status">
          <p className="font-medium">First tool call arrived</p>
          <p className="text-helper text-fg">
            {agent.name} called {call ? <span className="font-mono">{call.tool}</span> : 'a tool'}
            {call && (
              <>
                {' '}
                <Ago at={call.at} said />
              </>
            )}
          </p>
        </div>
        <Button asChild look="primary">
          <Link to={`/${org}/agents/live`}>
            Open Agents live <ArrowRight />
          </Link>
        </Button>
      </div>
      <dl className="grid grid-cols-2 gap-12 border-t border-line pt-12 wide:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-helper">{name}</dt>
            <dd className="truncate font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
