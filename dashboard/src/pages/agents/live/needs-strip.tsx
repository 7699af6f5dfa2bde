import { Link } from '@tanstack/react-router'
import { GitCompareArrows, MessageCircleQuestion, OctagonX, UserRoundPen, Wallet, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Count } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { ago, plural } from '../../../ui/format.ts'
import { resumeAgent } from '../agent-actions.ts'
import type { AtWork } from '../at-work.ts'
import { useNow } from '../../../ui/time.tsx'
import { SendBackDialog } from './send-back-dialog.tsx'

interface Need {
  key: string
  icon: LucideIcon
  tone: 'accent' | 'bad' | 'warn'
  title: string
  about: ReactNode
  actions: ReactNode
}

const tones = { accent: 'bg-accent-soft text-accent', bad: 'bg-bad-soft text-bad', warn: 'bg-warn-soft text-warn' }

/** Whether anything needs me: everything that stands still until a person acts. */
export function NeedsStrip({ agents, onHint }: { agents: readonly AtWork[]; onHint(agent: AtWork): void }) {
  const [back, setBack] = useState<{ id: string; title: string } | null>(null)
  const needs = useWallNeeds(agents, onHint, setBack)
  return (
    <section aria-labelledby="needs-you" className="px-16 py-12">
      <div className="mb-8 flex items-center gap-8">
        <h2 id="needs-you" className="font-medium">
          {needs.length > 0 ? 'Needs you' : 'Nothing needs you'}
        </h2>
        <Count value={needs.length} />
        {needs.length === 0 && (
          <span className="text-helper text-muted">Questions, approvals, blocked agents and memories to review show up here.</span>
        )}
      </div>
      {needs.length > 0 && (
        <ul
          className={classes(
            'grid overflow-hidden rounded-card border border-line bg-raised shadow-card wide:grid-cols-2',
            needs.length === 1 ? 'rail:grid-cols-1' : needs.length === 2 ? 'rail:grid-cols-2' : 'rail:grid-cols-3',
          )}
        >
          {needs.map((need) => (
            <li key={need.key} className="-mr-px -mb-px flex min-w-0 gap-12 border-r border-b border-line-soft p-12">
              <span className={classes('flex size-24 shrink-0 items-center justify-center rounded-control', tones[need.tone])} aria-hidden>
                <need.icon className="size-16" />
              </span>
              <div className="min-w-0 flex-1">
                <h3 className="truncate font-medium" title={need.title}>
                  {need.title}
                </h3>
                <p className="line-clamp-2 text-helper text-muted">{need.about}</p>
                <div className="mt-8 flex flex-wrap gap-6">{need.actions}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <SendBackDialog feature={back} close={() => setBack(null)} />
    </section>
  )
}

function useWallNeeds(
  agents: readonly AtWork[],
  onHint: (agent: AtWork) => void,
  onBack: (feature: { id: string; title: string }) => void,
): Need[] {
  const org = useOrganization()
  const { writes } = usePermissions()
  const now = useNow(10_000)
  const { data: approvals } = useRead('listApprovals', {})
  const { data: reviews } = useRead('listMemoryReviews', {})
  const waiting = (approvals?.items ?? []).map(({ feature, gate }): Need => {
    const who = agents.find((one) => one.waits_for?.feature_id === feature.id)
    const met = feature.missing_count === 0 ? 'everything else met' : `${plural(feature.missing_count, 'requirement')} missing`
    return {
      key: `approve ${feature.id}`,
      icon: UserRoundPen,
      tone: 'accent',
      title: `Approve ${gate}: ${feature.title}`,
      about: `${who ? `${who.name} is waiting` : 'Waiting'}, ${met} · ${ago(feature.updated_at, now)}`,
      actions: (
        <>
          <Button asChild look="primary">
            <Link to={`/${org}/features/${feature.id}`}>Review and approve</Link>
          </Button>
          {writes && (
            <Button look="quiet" onClick={() => onBack({ id: feature.id, title: feature.title })}>
              Send back
            </Button>
          )}
        </>
      ),
    }
  })
  const asking = agents.flatMap(({ id, name, asks }): Need[] =>
    asks
      ? [
          {
            key: `asks ${id}`,
            icon: MessageCircleQuestion,
            tone: 'accent',
            title: asks.count === 1 ? `${name} asks in ${asks.key}` : `${name} asks ${asks.count} questions, the newest in ${asks.key}`,
            about: `${asks.title} · ${ago(asks.since, now)}`,
            actions: (
              <Button asChild look="primary">
                <Link to={`/${org}/t/${asks.key}`} search={{ comment: asks.comment_id } as never}>
                  {writes ? 'Answer' : 'Open'}
                </Link>
              </Button>
            ),
          },
        ]
      : [],
  )
  const stuck = agents
    .filter((one) => one.status === 'blocked')
    .map((one): Need => ({
      key: `stuck ${one.id}`,
      icon: OctagonX,
      tone: 'bad',
      title: `${one.name} is blocked${one.task ? ` on ${one.task.key}` : ''}`,
      about: `${one.reason}${one.since ? ` · ${ago(one.since, now)}` : ''}`,
      actions: (
        <>
          <Button asChild>
            <Link to={one.session ? `/${org}/sessions/${one.session.id}` : `/${org}/agents/${one.slug}`}>
              {one.session ? 'Open session' : 'Open agent'}
            </Link>
          </Button>
          {writes && one.session?.status === 'running' && (
            <Button look="quiet" onClick={() => onHint(one)}>
              Send hint
            </Button>
          )}
        </>
      ),
    }))
  const over = agents
    .filter((one) => one.status === 'over_budget' && one.may_control)
    .map((one): Need => ({
      key: `over ${one.id}`,
      icon: Wallet,
      tone: 'warn',
      title: `${one.name} is over budget`,
      about: `Paused until you raise the budget or the next day (UTC)${one.since ? ` · ${ago(one.since, now)}` : ''}`,
      actions: (
        <>
          <Button asChild>
            <Link to={`/${org}/agents/${one.slug}`} search={{ tab: 'spend' } as never}>
              Set budget
            </Link>
          </Button>
          <Button look="quiet" onClick={() => resumeAgent(org, one)}>
            Resume
          </Button>
        </>
      ),
    }))
  const contradictions = reviews?.items.filter(({ kind }) => kind === 'contradiction').length ?? 0
  const memory: Need[] = !reviews?.items.length
    ? []
    : [
        {
          key: 'memory',
          icon: GitCompareArrows,
          tone: 'bad',
          title: contradictions > 0 ? `${plural(contradictions, 'possible contradiction')} in memory` : 'Possible duplicate memories',
          about: `${plural(reviews.items.length, 'pair')} to review: agents rely on these memories`,
          actions: (
            <Button asChild>
              <Link to={`/${org}/memory`}>Review memory</Link>
            </Button>
          ),
        },
      ]
  return [...asking, ...waiting, ...stuck, ...over, ...memory]
}
