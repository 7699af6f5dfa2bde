const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A rank for the screen alone, above `lower` and below `upper`; the server gives the one that stays. */
export function rankBetween(lower: string | undefined, upper: string | undefined): string {
  const low = lower ?? ''
  if (upper === undefined || !upper.startsWith(low)) return `${low}V`
  const last = upper.at(-1) ?? '1'
  return `${upper.slice(0, -1)}${digits.charAt(Math.max(0, digits.indexOf(last) - 1))}zzV`
}
