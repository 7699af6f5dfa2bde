import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react'
import { usePeople } from '../../../data/people.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Input, Select } from '../../../ui/field.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Card } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { conditionNames, ranks, type Condition, type Rank } from '../parts/words.ts'
import { newCheck, type GateDraft } from './draft.ts'

interface GateEditorProps {
  gate: GateDraft
  place: number
  of: number
  onChange(gate: GateDraft): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** One gate: its name, its requirements, and its position in the sequence. */
export function GateEditor({ gate, place, of, onChange, onMove, onRemove }: GateEditorProps) {
  const change = (fields: Partial<GateDraft>) => onChange({ ...gate, ...fields })
  const name = gate.name || `gate ${place + 1}`
  return (
    <Card className="flex flex-col gap-12 p-12">
      <div className="flex items-end gap-8">
        <span
          className="flex size-row shrink-0 items-center justify-center rounded-full border border-line-strong font-mono text-helper text-muted"
          aria-hidden
        >
          {place + 1}
        </span>
        <div className="min-w-0 flex-1">
          <Field label={`Name of gate ${place + 1}`}>
            {(ids) => <Input {...ids} required maxLength={120} value={gate.name} onChange={(e) => change({ name: e.target.value })} />}
          </Field>
        </div>
        <Button look="quiet" square aria-label={`Move ${name} up`} disabled={place === 0} onClick={() => onMove(-1)}>
          <ArrowUp />
        </Button>
        <Button look="quiet" square aria-label={`Move ${name} down`} disabled={place === of - 1} onClick={() => onMove(1)}>
          <ArrowDown />
        </Button>
        <Button look="quiet" square aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 />
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-12">
        <Segmented
          label={`What ${name} asks for`}
          value={gate.kind}
          onChange={(kind) => change({ kind })}
          options={[
            { value: 'evidence', title: 'Evidence' },
            { value: 'review', title: 'Reviews' },
            { value: 'approval', title: 'Approval' },
          ]}
        />
        <label className="touch flex items-center gap-8">
          <Checkbox checked={gate.before_code} onChange={(e) => change({ before_code: e.target.checked })} />
          Pre-code gate
        </label>
      </div>
      <Conditions gate={gate} change={change} />
      {gate.kind === 'evidence' && <Checks gate={gate} change={change} />}
      {gate.kind === 'review' && (
        <div className="grid gap-12 wide:grid-cols-2">
          <HowMany label="Reviews needed" gate={gate} change={change} />
          <Field label="Reviewers" hint="Authors never count.">
            {(ids) => (
              <Select {...ids} value={gate.by} onChange={(e) => change({ by: e.target.value as GateDraft['by'] })}>
                <option value="anyone">Members and their agents</option>
                <option value="person">Recently logged-in person</option>
              </Select>
            )}
          </Field>
        </div>
      )}
      {gate.kind === 'approval' && <Approvers gate={gate} change={change} />}
    </Card>
  )
}

const conditions = Object.entries(conditionNames) as [Condition, string][]

function Conditions({ gate, change }: PartProps) {
  const toggle = (one: Condition) =>
    change({ requires: gate.requires.includes(one) ? gate.requires.filter((other) => other !== one) : [...gate.requires, one] })
  return (
    <fieldset>
      <legend className="mb-4 text-helper font-medium text-muted">Feature requirements</legend>
      <div className="flex flex-wrap items-center gap-12">
        {conditions.map(([condition, name]) => (
          <label key={condition} className="touch flex items-center gap-6">
            <Checkbox checked={gate.requires.includes(condition)} onChange={() => toggle(condition)} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface PartProps {
  gate: GateDraft
  change(fields: Partial<GateDraft>): void
}

function HowMany({ label, gate, change }: PartProps & { label: string }) {
  return (
    <Field label={label}>
      {(ids) => (
        <Input
          {...ids}
          type="number"
          min={1}
          max={10}
          required
          value={gate.count}
          onChange={(e) => change({ count: Number(e.target.value) })}
        />
      )}
    </Field>
  )
}

function Checks({ gate, change }: PartProps) {
  const set = (id: string, fields: Partial<GateDraft['checks'][number]>) =>
    change({ checks: gate.checks.map((one) => (one.id === id ? { ...one, ...fields } : one)) })
  return (
    <fieldset className="flex flex-col gap-8">
      <legend className="mb-4 text-helper font-medium text-muted">Checks and minimum evidence level</legend>
      {gate.checks.map(({ id, check, rank, workflow, command }, at) => (
        <div key={id} className="flex flex-wrap gap-8">
          <Input
            required
            className="min-w-0 flex-1"
            aria-label={`Check ${at + 1}`}
            placeholder="unit-tests"
            maxLength={60}
            value={check}
            onChange={(e) => set(id, { check: e.target.value })}
          />
          <Select
            className="shrink-0 basis-1/3"
            aria-label={`What check ${at + 1} must be`}
            value={rank}
            onChange={(e) => set(id, { rank: e.target.value as Rank })}
          >
            {Object.entries(ranks).map(([value, { word }]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </Select>
          {rank === 'ci' && (
            <Input
              className="order-last"
              aria-label={`Workflow file of check ${at + 1}`}
              title="Workflow file whose results count. Empty: any on the default branch"
              placeholder=".github/workflows/ci.yml"
              pattern="\.github/workflows/[\w. \-]+\.ya?ml"
              maxLength={200}
              value={workflow}
              onChange={(e) => set(id, { workflow: e.target.value })}
            />
          )}
          {(rank === 'observed' || command) && (
            <div className="order-last w-full">
              <Input
                className="font-mono"
                aria-label={`Command of check ${at + 1}`}
                aria-describedby={`${id}-command`}
                placeholder="npm test"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={2000}
                value={command}
                onChange={(e) => set(id, { command: e.target.value })}
              />
              <p id={`${id}-command`} className="pt-4 text-helper text-muted">
                The exact command a machine’s receipt must show. Leave empty if a person checks this.
              </p>
            </div>
          )}
          <Button
            look="quiet"
            square
            className="h-target"
            aria-label={`Remove check ${check || at + 1}`}
            disabled={gate.checks.length === 1}
            onClick={() => change({ checks: gate.checks.filter((one) => one.id !== id) })}
          >
            <X />
          </Button>
        </div>
      ))}
      <Button
        look="quiet"
        className="self-start"
        disabled={gate.checks.length >= 10}
        onClick={() => change({ checks: [...gate.checks, newCheck()] })}
      >
        <Plus aria-hidden /> Add check
      </Button>
    </fieldset>
  )
}

const roles = ['owner', 'admin', 'member'] as const

function Approvers({ gate, change }: PartProps) {
  const { members, actor } = usePeople()
  const toggle = <T extends string>(list: readonly T[], one: T) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
  const open = gate.approvers.length + gate.roles.length === 0
  return (
    <div className="grid gap-12 wide:grid-cols-2">
      <HowMany label="Approvals needed" gate={gate} change={change} />
      <fieldset>
        <legend className="mb-4 text-helper font-medium text-muted">Approvers</legend>
        <div className="flex flex-wrap items-center gap-12">
          {roles.map((role) => (
            <label key={role} className="touch flex items-center gap-6">
              <Checkbox checked={gate.roles.includes(role)} onChange={() => change({ roles: toggle(gate.roles, role) })} />
              {role}s
            </label>
          ))}
          <Picker
            label="Approvers"
            several
            chosen={gate.approvers}
            choices={members
              .filter(({ role }) => role !== 'viewer')
              .map((one) => ({
                value: one.user_id,
                title: one.name,
                words: one.handle,
                icon: <Avatar name={one.name} kind="person" size="small" decorative />,
              }))}
            onPick={(user) => change({ approvers: toggle(gate.approvers, user) })}
            trigger={
              <Button>{gate.approvers.length === 0 ? 'Choose people' : gate.approvers.map((id) => actor(id).name).join(', ')}</Button>
            }
          />
        </div>
        <p className="mt-4 text-helper text-muted">
          {open ? 'No one named: any member who isn’t an author.' : 'Only the people named, never authors.'}
        </p>
      </fieldset>
    </div>
  )
}
