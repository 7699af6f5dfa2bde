import { X } from 'lucide-react'
import type { AiMessage } from '../../data/ask.ts'
import { Button } from '../../ui/button.tsx'
import { nameOf, type Cited } from './answer.tsx'

interface CitedPassageProps {
  cited: Cited
  answer: AiMessage
  onClose(): void
}

/** The passage the model was sent, with the cited lines highlighted. */
export function CitedPassage({ cited, answer, onClose }: CitedPassageProps) {
  const passage = answer.passages.find(({ number }) => number === cited.number)
  const lines = passage?.text.split('\n') ?? []
  const first = passage?.start_line ?? null
  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-8 border-b border-line px-12 py-8">
        <span className="rounded-code bg-accent px-6 text-helper font-medium text-on-accent">{cited.number}</span>
        <h2 className="min-w-0 flex-1 truncate font-mono text-helper font-medium">{nameOf(cited)}</h2>
        <Button look="quiet" square aria-label="Close passage" onClick={onClose}>
          <X />
        </Button>
      </div>
      {cited.path && (
        <p className="border-b border-line bg-sunken px-12 py-6 text-helper text-muted">
          <code className="font-mono">{cited.commit?.slice(0, 7)}</code> Lines {cited.start_line}–{cited.end_line}
        </p>
      )}
      {first === null ? (
        <p className="p-12 break-words whitespace-pre-wrap">{passage?.text}</p>
      ) : (
        <div tabIndex={0} aria-label="Code" role="region" className="scrollbar-quiet overflow-x-auto py-8">
          <table className="font-mono text-helper">
            <tbody>
              {lines.map((line, place) => {
                const number = first + place
                const isCited = number >= (cited.start_line ?? 0) && number <= (cited.end_line ?? 0)
                return (
                  <tr key={number} className={isCited ? 'bg-accent-soft' : ''}>
                    <td className="px-12 text-right text-muted select-none">{number}</td>
                    <td className="pr-12 whitespace-pre">{line}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
