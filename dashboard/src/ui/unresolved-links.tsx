import { bracketedNames, useReferences } from '../data/references.ts'
import { Chip } from './chip.tsx'

/** Lists [[names]] in a text that don't exist, or that its reader can't see. */
export function UnresolvedLinks({ text }: { text: string }) {
  const found = useReferences(text)
  const open = found ? bracketedNames(text).filter((name) => !found.has(name.toLowerCase())) : []
  if (open.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-4 text-helper text-muted">
      Unresolved links:
      {open.map((name) => (
        <Chip key={name} dashed>
          {name}
        </Chip>
      ))}
    </div>
  )
}
