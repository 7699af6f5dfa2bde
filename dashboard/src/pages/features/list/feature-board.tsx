import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { ProofBadge, Sha } from '../../../ui/marks/rank.tsx'
import { Card } from '../../../ui/row.tsx'
import type { FeatureHead } from '../parts/words.ts'
import { GateSteps } from './feature-row.tsx'
import type { Group } from './groups.ts'
import { Waits } from './waits.tsx'

interface BoardProps {
  groups: readonly Group[]
  waits(feature: FeatureHead): string
  mine(feature: FeatureHead): boolean
}

/** The pipeline: one column per gate, with its features and what each waits for. */
export function FeatureBoard({ groups, waits, mine }: BoardProps) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="Features by gate"
      className="scrollbar-quiet flex h-full gap-12 overflow-x-auto p-16 max-wide:h-auto max-wide:flex-col"
    >
      {groups.map(({ key, title, features }) => (
        <section key={key} aria-labelledby={`gate-${key}`} className="flex shrink-0 flex-col gap-8 wide:w-column">
          <h2 id={`gate-${key}`} className="flex items-center gap-8 font-medium">
            {title} <span className="font-mono text-label text-muted">{features.length}</span>
          </h2>
          {features.map((feature) => (
            <FeatureCard key={feature.id} feature={feature} waits={waits(feature)} mine={mine(feature)} />
          ))}
        </section>
      ))}
    </div>
  )
}

function FeatureCard({ feature, waits, mine }: { feature: FeatureHead; waits: string; mine: boolean }) {
  const org = useOrganization()
  const { actor } = usePeople()
  return (
    <Card className="relative flex flex-col gap-8 p-12 hover:border-line-strong">
      <div className="flex items-center gap-8">
        <span className="font-mono text-label text-muted">{feature.ref}</span>
        <GateSteps feature={feature} />
        <span className="ml-auto">
          <Avatar name={actor(feature.owner_id).name} kind="person" size="small" />
        </span>
      </div>
      <Link to={`/${org}/features/${feature.id}`} className="font-medium break-words after:absolute after:inset-0">
        {feature.title}
      </Link>
      <div className="flex items-center justify-between gap-8">
        <Waits words={waits} mine={mine} />
        <ProofBadge proof={feature.proof} covers={feature.proof_covers} iconOnly />
        {feature.commit && <Sha commit={feature.commit} />}
      </div>
    </Card>
  )
}
