import { createLucideIcon } from 'lucide-react'

const bars = ['M6 19v-4', 'M12 19V10', 'M18 19V5']

/** Signal strength bars; inactive ones stay visible, to show the maximum. */
const signal = (on: number) =>
  createLucideIcon(
    `priority-${on}`,
    bars.map((d, at) => ['path', { key: d, d, strokeWidth: '4', ...(at >= on && { opacity: '0.25' }) }]),
  )

export const PriorityHigh = signal(3)
export const PriorityMedium = signal(2)
export const PriorityLow = signal(1)
/** Dashes with butt caps: round ones would look like the dots of a menu. */
export const PriorityNone = createLucideIcon(
  'priority-none',
  ['M3 12h4', 'M10 12h4', 'M17 12h4'].map((d) => ['path', { key: d, d, strokeLinecap: 'butt' }]),
)
