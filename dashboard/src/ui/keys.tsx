import { keySigns } from '../commands/keys.ts'

export function Keys({ keys }: { keys: string }) {
  return (
    // Phones have no keyboard, so shortcuts are hidden there.
    <span className="flex gap-2 max-wide:hidden" aria-hidden>
      {keySigns(keys).map((sign) => (
        <kbd key={sign} className="rounded-code border border-line px-4 font-mono text-label text-muted">
          {sign}
        </kbd>
      ))}
    </span>
  )
}
