import { Link } from '@tanstack/react-router'
import { MessageSquareWarning, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { toast } from '../../../data/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Sha } from '../../../ui/marks/rank.tsx'
import { Card } from '../../../ui/row.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { ReviewDialog } from '../../features/dialogs/review-dialog.tsx'
import { review } from '../../features/parts/decide.ts'
import { AllEvidence } from '../../features/parts/all-evidence.tsx'
import { EvidenceTable } from '../../features/parts/evidence-table.tsx'
import { Request } from '../../features/parts/request.tsx'
import { Reviews } from '../../features/parts/reviews.tsx'
import { gateName, shortSha, type Feature } from '../../features/parts/words.ts'

/** A request for this person's review, with everything needed to answer it. */
export function ReviewPane({ feature, gate }: { feature: string; gate: string | null }) {
  const read = useRead('getFeature', { feature })
  return <Loaded read={read}>{(found) => <Asked feature={found} gateKey={gate ?? found.gate} />}</Loaded>
}

function Asked({ feature, gateKey }: { feature: Feature; gateKey: string | null }) {
  const organization = useOrganization()
  const { me, actor, writes } = usePeople()
  const [busy, setBusy] = useState(false)
  const [changing, setChanging] = useState(false)
  const gate = feature.requirements.find(({ key }) => key === gateKey)
  const mine = feature.verdicts.find((one) => one.user_id === me && !one.agent_id && one.gate === gateKey && !one.voided_at)
  const waits = feature.status === 'active' && feature.gate === gateKey && !mine
  const agree = async () => {
    setBusy(true)
    const answer = await review(organization, feature, 'approve', '')
    setBusy(false)
    if (answer?.counts) toast.success('Review submitted')
    else if (answer) toast.warning('Your review is kept but doesn’t count', { description: answer.why_not ?? undefined })
  }
  return (
    <div className="flex flex-col gap-20 pb-16">
      <Card className="flex">
        <article className="flex min-w-0 flex-1 flex-col gap-8 p-12" aria-label={`Review ${feature.title}`}>
          <div className="min-w-0">
            <Link to={`/${organization}/features/${feature.id}`} className="font-medium break-words hover:underline">
              Review {feature.title}
            </Link>
            <p className="text-helper text-muted">
              <span className="font-mono">{feature.ref}</span> by {actor(feature.owner_id).name}
              {gateKey && <> · at {gateName(gateKey, feature.requirements)}</>}
              {feature.commit && (
                <>
                  {' · '}
                  <Sha commit={feature.commit} />
                </>
              )}
            </p>
          </div>
          <Request {...feature} />
          {!waits && (
            <p className="text-helper text-muted">
              {mine ? 'You reviewed it. Nothing needs you.' : 'No longer needs you: it was decided or has moved on.'}
            </p>
          )}
          {waits && writes && (
            <div className="flex flex-wrap items-center gap-6">
              <Button look="primary" busy={busy} onClick={() => void agree()}>
                <ShieldCheck aria-hidden />
                No objection
                {feature.commit && <span className="font-mono text-helper">at {shortSha(feature.commit)}</span>}
              </Button>
              <Button onClick={() => setChanging(true)}>
                <MessageSquareWarning aria-hidden />
                Request changes
              </Button>
            </div>
          )}
        </article>
      </Card>
      {gate && <EvidenceTable feature={feature} gate={gate} />}
      <Reviews feature={feature} />
      <AllEvidence feature={feature} />
      <ReviewDialog feature={feature} first={changing ? 'request_changes' : null} close={() => setChanging(false)} />
    </div>
  )
}
