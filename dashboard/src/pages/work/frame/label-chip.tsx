import type { Output } from '@baton/client'
import { useEffect, useSyncExternalStore } from 'react'
import { useRead } from '../../../data/reads.ts'
import { createStore } from '../../../data/store.ts'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'

export type LabelColor = Output<'saveLabel'>['color']

export const labelColors: Record<LabelColor, { word: string; dot: string }> = {
  gray: { word: 'Gray', dot: 'bg-label-gray' },
  red: { word: 'Red', dot: 'bg-label-red' },
  orange: { word: 'Orange', dot: 'bg-label-orange' },
  yellow: { word: 'Yellow', dot: 'bg-label-yellow' },
  green: { word: 'Green', dot: 'bg-label-green' },
  teal: { word: 'Teal', dot: 'bg-label-teal' },
  blue: { word: 'Blue', dot: 'bg-label-blue' },
  violet: { word: 'Violet', dot: 'bg-label-violet' },
  pink: { word: 'Pink', dot: 'bg-label-pink' },
}

/** Colors of the current project's labels. A chip subscribes only to its own label: a board has hundreds. */
const colors = createStore<ReadonlyMap<string, LabelColor>>(new Map())

export function useLabelColors(project: string, enabled = true): void {
  const { data } = useRead('listLabels', { project }, { enabled: enabled && project !== '' })
  useEffect(() => {
    if (data) colors.set(new Map(data.items.map(({ label, color }) => [label, color])))
  }, [data])
}

/** Includes the labels of tasks that are not loaded yet. */
export const knownLabels = (): string[] => [...colors.get().keys()]

export const ColorDot = ({ color }: { color: LabelColor }) => (
  <span className={classes('inline-block size-8 shrink-0 rounded-full', labelColors[color].dot)} aria-hidden />
)

export function LabelDot({ label }: { label: string }) {
  return <ColorDot color={useSyncExternalStore(colors.subscribe, () => colors.get().get(label)) ?? 'gray'} />
}

/** A label in its color. */
export const LabelChip = ({ label }: { label: string }) => (
  <Chip>
    <LabelDot label={label} />
    <span className="truncate">{label}</span>
  </Chip>
)
