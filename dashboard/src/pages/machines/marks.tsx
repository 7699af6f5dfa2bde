import { Fingerprint as FingerprintIcon } from 'lucide-react'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { useNow } from '../../ui/time.tsx'
import { actionLook, machineLook, type AllowedAction, type Machine, type MachineAction } from './machine-words.ts'

export function MachineStatus({ machine }: { machine: Machine }) {
  return <Mark {...machineLook(machine)} />
}

export function ActionState({ action }: { action: MachineAction }) {
  return <Mark {...actionLook(action, useNow(5000))} />
}

function Mark({ word, color, icon: Icon }: ReturnType<typeof machineLook>) {
  return (
    <span className={classes('inline-flex items-center gap-6 align-middle font-medium whitespace-nowrap', color)}>
      <Icon className="size-16 shrink-0" aria-hidden />
      {word}
    </span>
  )
}

const risks: Record<AllowedAction['risk'], string> = { read: 'Read', write: 'Write', danger: 'Passkey' }

/** Risk of an action; a dangerous one requires a passkey. */
export function RiskChip({ risk }: { risk: AllowedAction['risk'] }) {
  return (
    <Chip>
      {risk === 'danger' && <FingerprintIcon className="size-12" aria-hidden />}
      {risks[risk]}
    </Chip>
  )
}

/** For visual comparison with another screen: large, grouped, and not selectable. */
export function LargeFingerprint({ value, label }: { value: string; label: string }) {
  return (
    <p
      aria-label={label}
      role="img"
      className="grid grid-cols-5 justify-items-center gap-x-8 gap-y-4 rounded-card border border-line bg-sunken p-12 font-mono text-lead select-none"
    >
      {value.split('-').map((group, at) => (
        <span key={`${at} ${group}`}>{group}</span>
      ))}
    </p>
  )
}
