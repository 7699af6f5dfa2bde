/** A small trend line; the text beside it says what and how much. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const highest = Math.max(1, ...values)
  const points = values.map((value, at) => `${(at / Math.max(1, values.length - 1)) * 100},${22 - (value / highest) * 20}`).join(' ')
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 24" preserveAspectRatio="none" className="h-16 w-sparkline text-muted">
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
