import { encode } from 'uqr'

/** Dark on white in both themes, because cameras need it. */
export default function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text)
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
      className="paper mx-auto size-qr rounded-card"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
