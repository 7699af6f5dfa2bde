import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Steps } from '../../../ui/meter.tsx'
import { ProofBadge, Sha } from '../../../ui/marks/rank.tsx'
import { Row } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Waits } from './waits.tsx'
import { gateName, type FeatureHead } from '../parts/words.ts'

interface FeatureRowProps {
  feature: FeatureHead
  waits: string
  /** It waits for the current user. */
  mine: boolean
}

export function GateSteps({ feature }: { feature: FeatureHead }) {
  const done = feature.gates.filter(({ state }) => state === 'passed').length
  const label = feature.gate
    ? `at ${gateName(feature.gate)}, ${done} of ${feature.gates.length} gates passed`
    : `${done} of ${feature.gates.length} gates passed`
  return (
    <Steps
      label={label}
      done={feature.status === 'complete' ? feature.gates.length : done}
      of={feature.gates.length}
      current={feature.status === 'active'}
    />
  )
}

export function FeatureRow({ feature, waits, mine }: FeatureRowProps) {
  const org = useOrganization()
  const { actor } = usePeople()
  const owner = actor(feature.owner_id)
  return (
    <Row className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
      <span className="w-48 shrink-0 font-mono text-label text-muted">{feature.ref}</span>
      <Link to={`/${org}/features/${feature.id}`} className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0">
        {feature.title}
      </Link>
      <span className="flex shrink-0 items-center gap-12 max-wide:w-full max-wide:flex-wrap">
        <Waits words={waits} mine={mine} />
        <GateSteps feature={feature} />
        <ProofBadge proof={feature.proof} covers={feature.proof_covers} iconOnly />
        {feature.commit && <Sha commit={feature.commit} />}
        <span className="flex items-center gap-8 max-wide:ml-auto">
          <Avatar name={owner.name} kind="person" size="small" />
          <span className="w-48 text-right">
            <Ago at={feature.updated_at} />
          </span>
        </span>
      </span>
    </Row>
  )
}
