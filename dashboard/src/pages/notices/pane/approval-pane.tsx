import { useRead } from '../../../data/reads.ts'
import { Card } from '../../../ui/row.tsx'
import { ApprovalCard } from '../../features/approval-card.tsx'
import { EvidenceTable } from '../../features/parts/evidence-table.tsx'
import { Reviews } from '../../features/parts/reviews.tsx'
import type { Approval } from '../../features/parts/words.ts'

/** A request for this person's approval, with everything needed to decide. */
export function ApprovalPane({ approval }: { approval: Approval }) {
  const { data: feature } = useRead('getFeature', { feature: approval.feature.id })
  const gate = feature?.requirements.find(({ key }) => key === approval.gate)
  return (
    <div className="flex flex-col gap-20 pb-16">
      <h2 className="sr-only">{approval.feature.title}</h2>
      <Card className="flex">
        <ApprovalCard approval={approval} />
      </Card>
      {feature && gate && <EvidenceTable feature={feature} gate={gate} />}
      {feature && <Reviews feature={feature} />}
    </div>
  )
}
