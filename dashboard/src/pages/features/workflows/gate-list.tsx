import { ShieldCheck, UsersRound, ListChecks } from 'lucide-react'
import { usePeople } from '../../../data/people.ts'
import { Chip } from '../../../ui/chip.tsx'
import { RankChip } from '../../../ui/marks/rank.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { conditionNames, either, ranks, spoken, type Gate } from '../parts/words.ts'
import { lineOf } from './command-words.ts'

const icons = { evidence: ListChecks, review: UsersRound, approval: ShieldCheck }

/** Gates in order, with everything each requires. */
export function GateList({ gates }: { gates: readonly Gate[] }) {
  const { actor } = usePeople()
  return (
    <Rows>
      {gates.map((gate) => {
        const Icon = icons[gate.kind]
        return (
          <Row key={gate.key} className="flex-wrap">
            <Icon className="size-16 shrink-0 text-muted" aria-hidden />
            <span className="min-w-0 flex-1 font-medium">{gate.name}</span>
            <span className="flex flex-wrap items-center gap-6">
              {gate.before_code && <Chip>pre-code</Chip>}
              {gate.requires?.map((condition) => (
                <Chip key={condition}>{conditionNames[condition]}</Chip>
              ))}
              {gate.kind === 'evidence' &&
                gate.checks.map(({ check, rank, command }) => (
                  <span key={check} className="inline-flex min-w-0 flex-wrap items-center gap-6">
                    {spoken(check)} <RankChip {...ranks[rank]} needed />
                    {command && <code className="rounded-code bg-hover px-4 font-mono text-label break-all">{lineOf(command)}</code>}
                  </span>
                ))}
              {gate.kind === 'review' && `${gate.reviews} by ${gate.by === 'person' ? 'people' : 'people or agents'}`}
              {gate.kind === 'approval' &&
                `${gate.approvals} by ${either([...gate.roles.map((role) => `${role}s`), ...gate.approvers.map((id) => actor(id).name)]) || 'any member'}`}
            </span>
          </Row>
        )
      })}
    </Rows>
  )
}
