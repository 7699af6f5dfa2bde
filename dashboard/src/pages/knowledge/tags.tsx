import { Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Input } from '../../ui/field.tsx'

export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** Tags of an item, added and removed in place. */
export function Tags({ tags, onChange }: { tags: readonly string[]; onChange?: ((tags: string[]) => void) | undefined }) {
  const [adding, setAdding] = useState(false)
  const [text, setText] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const wanted = [...new Set([...tags, ...splitTags(text)])].slice(0, 20)
    if (wanted.length > tags.length) onChange?.(wanted)
    setText('')
    setAdding(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {tags.map((tag) =>
        onChange ? (
          <button
            key={tag}
            type="button"
            title={`Remove tag ${tag}`}
            className="touch inline-flex h-20 items-center gap-4 rounded-full border border-line px-8 text-label text-muted hover:text-fg"
            onClick={() => onChange(tags.filter((one) => one !== tag))}
          >
            {tag} <X className="size-12" role="img" aria-label="remove" />
          </button>
        ) : (
          <Chip key={tag}>{tag}</Chip>
        ),
      )}
      {onChange && !adding && (
        <Button look="quiet" square aria-label="Add tag" onClick={() => setAdding(true)}>
          <Plus />
        </Button>
      )}
      {adding && (
        <form onSubmit={add}>
          <Input autoFocus aria-label="New tag" maxLength={50} value={text} onChange={(e) => setText(e.target.value)} onBlur={add} />
        </form>
      )}
    </div>
  )
}
