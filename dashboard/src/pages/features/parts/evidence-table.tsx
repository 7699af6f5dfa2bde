import { CircleAlert, CircleCheck, CircleDashed, GitCommitHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { RankChip, Sha } from '../../../ui/marks/rank.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { EvidenceDialog } from '../dialogs/evidence-dialog.tsx'
import { EvidenceDetails } from '../dialogs/evidence-details.tsx'
import { needsOf, type Need } from './needs.ts'
import { ranks, type Evidence, type Feature, type Gate } from './words.ts'

/** The requirements of a gate, missing ones first. */
export function EvidenceTable({ feature, gate }: { feature: Feature; gate: Gate }) {
  const { writes } = usePeople()
  const [adding, setAdding] = useState<string | null>(null)
  const [reading, setReading] = useState<Evidence | null>(null)
  const needs = needsOf(feature, gate)
  const met = needs.filter((one) => one.met).length
  const open = feature.status === 'active' && writes
  return (
    <section aria-labelledby="evidence" className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <h3 id="evidence" className="font-medium">
          Evidence for {gate.name}
        </h3>
        <span className="text-muted">
          {met} of {needs.length}
        </span>
        <span className="ml-auto flex items-center gap-6 text-helper text-muted">
          <Bound feature={feature} gate={gate} />
          {open && gate.kind === 'evidence' && (
            <Button
              look="quiet"
              onClick={() => setAdding(needs.find((one) => !one.met && one.kind === 'check')?.key ?? gate.checks[0]?.check ?? '')}
            >
              <Plus aria-hidden /> Add evidence
            </Button>
          )}
        </span>
      </div>
      <Rows className="overflow-hidden">
        {needs.map((need) => (
          <NeedRow
            key={need.key}
            need={need}
            open={() => need.shown && setReading(need.shown)}
            add={open && need.kind === 'check' && !need.met ? () => setAdding(need.key) : undefined}
          />
        ))}
      </Rows>
      <EvidenceDialog feature={feature} gate={gate} check={adding} close={() => setAdding(null)} />
      <EvidenceDetails feature={feature} evidence={reading} close={() => setReading(null)} />
    </section>
  )
}

function Bound({ feature, gate }: { feature: Feature; gate: Gate }) {
  if (gate.before_code) return feature.spec_version ? `Tied to version ${feature.spec_version} of the spec` : 'Pre-code gate'
  if (!feature.commit) return 'No commit reported'
  return (
    <>
      <GitCommitHorizontal className="size-16" aria-hidden />
      <span className="max-wide:hidden">Tied to</span>
      <Sha commit={feature.commit} />
      <span className="max-wide:hidden">· a new commit voids this</span>
    </>
  )
}

function NeedRow({ need, open, add }: { need: Need; open(): void; add: (() => void) | undefined }) {
  const { actor } = usePeople()
  const Icon = need.met ? CircleCheck : need.failing ? CircleAlert : CircleDashed
  const by = need.shown
    ? actor(need.shown.user_id, need.shown.agent_id)
    : need.given
      ? actor(need.given.user_id, need.given.agent_id)
      : undefined
  const colour = need.met ? 'text-muted' : need.failing ? 'text-bad' : need.byPerson ? 'text-accent' : 'text-ring'
  const commit = need.shown?.commit ?? need.given?.commit
  const short = need.has && need.needs && ranks[need.has].step < ranks[need.needs].step
  return (
    <Row className={classes('items-start wide:items-center', !need.met && need.byPerson && 'bg-accent-soft/50')}>
      <Icon
        className={classes('size-16 shrink-0 max-wide:mt-2', colour)}
        role="img"
        aria-label={need.met ? 'Met' : need.failing ? 'Failing' : 'Missing'}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-6 wide:flex-row wide:items-center">
        <div className="min-w-0 flex-1">
          {need.shown ? (
            <button type="button" onClick={open} className="block max-w-full truncate rounded-code text-left font-medium hover:underline">
              {need.title}
            </button>
          ) : (
            <p className="font-medium">{need.title}</p>
          )}
          <p className={classes('text-helper break-words text-muted', need.met ? 'line-clamp-1' : 'line-clamp-3')}>{need.about}</p>
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-6">
          {add && (
            <Button look="quiet" className="max-wide:order-last" onClick={add}>
              Add
            </Button>
          )}
          {by && need.shown?.rank !== 'ci' && <Avatar name={by.name} kind={by.kind} size="small" />}
          {commit && <Sha commit={commit} />}
          {need.failing && need.kind === 'check' && <Chip tone="bad">Fails</Chip>}
          {!need.met && need.kind === 'check' && need.needs && (short || !need.has) && <RankChip {...ranks[need.needs]} needed />}
          {!need.met && need.kind === 'approval' && <Chip dashed>needs a person</Chip>}
          {!need.met && need.kind === 'review' && <Chip dashed>needs a review</Chip>}
          {!need.met && need.kind === 'commit' && <Chip dashed>needs a commit</Chip>}
          {need.has && <RankChip {...ranks[need.has]} />}
        </div>
      </div>
    </Row>
  )
}
