import { Link } from '@tanstack/react-router'
import { AlarmClock, ShieldCheck, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { usePeople } from '../../data/people.ts'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Sha } from '../../ui/marks/rank.tsx'
import { Ago } from '../../ui/time.tsx'
import { approve, snooze } from './parts/decide.ts'
import { laterTimes } from './parts/later.ts'
import { Request } from './parts/request.tsx'
import { SendBackDialog } from './dialogs/send-back-dialog.tsx'
import { shortSha, spoken, type Approval } from './parts/words.ts'

/** A request for this person's approval, with everything needed to decide. `compact` leaves the request's own text to its page. */
export function ApprovalCard({ approval, compact }: { approval: Approval; compact?: boolean }) {
  const organization = useOrganization()
  const { actor, writes } = usePeople()
  const [busy, setBusy] = useState(false)
  const [sendingBack, setSendingBack] = useState(false)
  const { feature, gate, evidence, verdicts } = approval
  const passes = evidence.filter(({ outcome }) => outcome === 'pass').length
  const reviews = verdicts.filter(({ kind, verdict }) => kind === 'review' && verdict === 'approve').length
  const decide = async () => {
    setBusy(true)
    await approve(organization, feature, '')
    setBusy(false)
  }
  return (
    <article className="flex min-w-0 flex-1 gap-12 p-12" aria-label={`Approve ${spoken(gate)}: ${feature.title}`}>
      <span className="flex size-24 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent max-wide:hidden">
        <UserRoundPen className="size-16" aria-hidden />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-8">
        <div className="min-w-0">
          <Link to={`/${organization}/features/${feature.id}`} className="font-medium break-words hover:underline">
            Approve {spoken(gate)}: {feature.title}
          </Link>
          <p className="text-helper text-muted">
            <span className="font-mono">{feature.ref}</span> by {actor(feature.owner_id).name} · {plural(passes, 'check')} passed
            {reviews > 0 && `, ${plural(reviews, 'review')}`}
            {feature.commit && (
              <>
                {' at '}
                <Sha commit={feature.commit} />
              </>
            )}
            {' · waiting '}
            <Ago at={feature.updated_at} />
          </p>
        </div>
        {!compact && <Request {...approval} />}
        {writes && (
          <div className="flex flex-wrap items-center gap-6">
            <Button look="primary" busy={busy} onClick={() => void decide()}>
              <ShieldCheck aria-hidden />
              Approve {spoken(gate)}
              {feature.commit && <span className="font-mono text-helper">at {shortSha(feature.commit)}</span>}
            </Button>
            <Button look={compact ? 'quiet' : 'plain'} onClick={() => setSendingBack(true)}>
              Send back
            </Button>
            <Menu
              trigger={
                <Button look="quiet" square aria-label={`Remind me of ${feature.ref} later`}>
                  <AlarmClock />
                </Button>
              }
              items={laterTimes().map(({ word, until }) => ({
                title: `Remind me ${word}`,
                run: () => void snooze(organization, feature, until, word),
              }))}
            />
          </div>
        )}
      </div>
      <SendBackDialog feature={feature} open={sendingBack} onOpenChange={setSendingBack} />
    </article>
  )
}
