import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, ExternalLink, LoaderCircle } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { ProofBadge, RankChip } from '../../../ui/marks/rank.tsx'
import { GateSteps } from '../../features/list/feature-row.tsx'
import { featureOf, gateWords, weakestProof, type Pull } from './pull.ts'
import { PullIcon } from './pull-marks.tsx'

export function PullTitle({ pull }: { pull: Pull }) {
  return (
    <span className="flex min-w-0 items-start gap-10">
      <PullIcon pull={pull} />
      <span className="min-w-0 flex-1">
        <a
          href={pull.url}
          target="_blank"
          rel="noreferrer"
          title={pull.title}
          className="touch block truncate rounded-code font-medium hover:text-accent"
        >
          {pull.title}
        </a>
        <span className="block truncate text-helper text-muted">
          #{pull.number} · {pull.repo} · <span className="font-mono text-label">{pull.head}</span>
        </span>
      </span>
    </span>
  )
}

export function Author({ login }: { login: string | null }) {
  return <Avatar name={login ?? 'Former member'} kind="person" />
}

export function Checks({ checks: { passed, failed, running } }: Pick<Pull, 'checks'>) {
  const look = 'inline-flex items-center gap-6 whitespace-nowrap'
  if (failed > 0)
    return (
      <span className={`${look} text-bad`}>
        <CircleX className="size-16" aria-hidden /> {failed} failed
      </span>
    )
  if (running > 0)
    return (
      <span className={look}>
        <LoaderCircle className="size-16 text-muted" aria-hidden /> {passed} of {passed + running}
      </span>
    )
  if (passed === 0) return <span className="text-muted">No checks</span>
  return (
    <span className={look}>
      <CircleCheck className="size-16 text-muted" aria-hidden /> {passed} passed
    </span>
  )
}

const posted = {
  open: 'Baton: gates passed',
  closed: 'Baton: gates is blocking',
  pending: 'Baton: gates pending',
}

interface GateProps {
  pull: Pull
  /** Features that wait for the current user. */
  mine: ReadonlySet<string>
}

/** The progress of its feature, and the result of Baton’s check at its head commit. */
export function Gate({ pull, mine }: GateProps) {
  const org = useOrganization()
  const feature = featureOf(pull, mine)
  const check = pull.gates_check && posted[pull.gates_check]
  if (!feature) return <span className="text-muted">{check ?? 'No feature'}</span>
  const waits = mine.has(feature.id)
  return (
    <span className="flex min-w-0 flex-col items-start gap-2">
      <GateSteps feature={feature} />
      <Link
        to={`/${org}/features/${feature.id}`}
        title={[feature.title, check].filter(Boolean).join('. ')}
        className={classes('max-w-full truncate rounded-code text-helper hover:underline', waits ? 'text-accent' : 'text-muted')}
      >
        {gateWords(feature, waits)}
      </Link>
      {check && <span className="sr-only">{check}</span>}
    </span>
  )
}

export function Proof({ pull }: { pull: Pull }) {
  const proof = weakestProof(pull)
  return proof === 'none' ? <RankChip step={0} word="None" needs="None" needed /> : <ProofBadge proof={proof} covers={[]} />
}

/** The one action to take. Merging happens on GitHub, whose button obeys the gates. */
export function PullAction({ pull, group, mine }: GateProps & { group: string }) {
  const org = useOrganization()
  if (group === 'mine')
    return (
      <Button asChild look="primary">
        <Link to={`/${org}/features/${featureOf(pull, mine)?.id}`} aria-label={`Review #${pull.number}`}>
          Review
        </Link>
      </Button>
    )
  if (group !== 'ready') return null
  return (
    <Button asChild>
      <a href={pull.url} target="_blank" rel="noreferrer" aria-label={`Merge #${pull.number} on GitHub`}>
        Merge <ExternalLink aria-hidden />
      </a>
    </Button>
  )
}
