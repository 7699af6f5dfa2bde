import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'

/** Name of a chat, edited in place: Enter saves, Escape cancels. */
export function ChatName({ name, onSave }: { name: string; onSave(name: string): void }) {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft === null)
    return (
      <>
        <span className="truncate">{name || 'New chat'}</span>
        <Button look="quiet" square aria-label="Rename chat" onClick={() => setDraft(name)}>
          <Pencil />
        </Button>
      </>
    )
  const keep = () => {
    if (draft.trim() && draft.trim() !== name) onSave(draft.trim())
    setDraft(null)
  }
  return (
    <Input
      autoFocus
      aria-label="Chat name"
      maxLength={300}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}
