import { CircleCheck, CircleSlash, ListChecks, RotateCcw, ShieldCheck, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { CommitDialog } from '../dialogs/commit-dialog.tsx'
import { advance, approve } from './decide.ts'
import { useDeciders } from './deciders.ts'
import { missingWords } from './missing-words.ts'
import { ReviewDialog } from '../dialogs/review-dialog.tsx'
import { SendBackDialog } from '../dialogs/send-back-dialog.tsx'
import { shortSha, type Feature } from './words.ts'

/** The one box that says what is missing and has the button for whoever can act on it. */
export function MissingBox({ feature }: { feature: Feature }) {
  const { writes } = usePeople()
  const deciders = useDeciders(feature)
  const gate = feature.requirements.find(({ key }) => key === feature.gate)
  const { title, about } = missingWords(feature, gate, deciders)
  const open = feature.status === 'active'
  const ready = open && feature.missing.length === 0
  const mine = open && gate?.kind !== 'evidence' && deciders.me && !deciders.given && !ready
  const Icon = feature.status === 'complete' ? CircleCheck : feature.status === 'cancelled' ? CircleSlash : mine ? UserRoundPen : ListChecks
  return (
    <section
      aria-label="What is missing"
      className={classes(
        'flex flex-col gap-12 rounded-card border p-12 wide:flex-row wide:items-center',
        mine || ready ? 'border-accent bg-accent-soft/50' : 'border-line bg-sunken',
      )}
    >
      <div className="flex min-w-0 flex-1 items-start gap-12">
        <span
          className={classes(
            'flex size-row shrink-0 items-center justify-center rounded-control',
            mine || ready ? 'bg-accent text-on-accent' : 'bg-hover text-muted',
          )}
        >
          <Icon className="size-16" aria-hidden />
        </span>
        <div className="min-w-0">
          <h3 className="font-medium">{title}</h3>
          <p className="text-helper break-words text-muted">{about}</p>
        </div>
      </div>
      {writes && <Actions feature={feature} mine={mine} ready={ready} />}
    </section>
  )
}

function Actions({ feature, mine, ready }: { feature: Feature; mine: boolean; ready: boolean }) {
  const organization = useOrganization()
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<'back' | 'commit' | null>(null)
  const [verdict, setVerdict] = useState<'approve' | 'request_changes' | null>(null)
  const gate = feature.requirements.find(({ key }) => key === feature.gate)
  const next = gate && feature.requirements[feature.requirements.indexOf(gate) + 1]
  const during = async (run: () => Promise<unknown>) => {
    setBusy(true)
    await run()
    setBusy(false)
  }
  const restore = () =>
    act({
      organization,
      operation: 'restoreFeature',
      input: { feature: feature.id },
      label: `Restore ${feature.ref}`,
      done: `${feature.ref} is active again`,
      then: ['getFeature', 'listFeatures'],
    })
  const at = feature.commit && !gate?.before_code && <span className="font-mono text-helper">at {shortSha(feature.commit)}</span>
  const commitless = feature.missing.some(({ need }) => need === 'commit')
  return (
    <div className="flex flex-wrap gap-6 empty:hidden max-wide:[&>button]:flex-auto">
      {feature.status === 'cancelled' && (
        <Button busy={busy} onClick={() => void during(restore)}>
          <RotateCcw aria-hidden /> Restore
        </Button>
      )}
      {commitless && <Button onClick={() => setDialog('commit')}>Report commit</Button>}
      {mine && gate?.kind === 'approval' && (
        <>
          <Button onClick={() => setDialog('back')}>Send back</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={commitless}
            onClick={() => void during(() => approve(organization, feature, '', feature.requirements))}
          >
            <ShieldCheck aria-hidden /> Approve {gate.name} {at}
          </Button>
        </>
      )}
      {mine && gate?.kind === 'review' && (
        <>
          <Button onClick={() => setVerdict('request_changes')}>Request changes</Button>
          <Button look="primary" disabled={commitless} onClick={() => setVerdict('approve')}>
            Review {at}
          </Button>
        </>
      )}
      {ready && (
        <Button look="primary" busy={busy} onClick={() => void during(() => advance(organization, feature, !next))}>
          {next ? `Continue to ${next.name}` : <>Ship {at}</>}
        </Button>
      )}
      <SendBackDialog
        feature={feature}
        requirements={feature.requirements}
        open={dialog === 'back'}
        onOpenChange={(open) => setDialog(open ? 'back' : null)}
      />
      <CommitDialog feature={feature} open={dialog === 'commit'} onOpenChange={(open) => setDialog(open ? 'commit' : null)} />
      <ReviewDialog feature={feature} first={verdict} close={() => setVerdict(null)} />
    </div>
  )
}
