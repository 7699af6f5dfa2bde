import { ArrowUp, Square } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface ComposerProps {
  placeholder: string
  asking: boolean
  /** Returns whether the question was accepted. */
  onAsk(text: string): Promise<boolean>
  onStop(): void
}

/** Input for a question: Enter sends it, Shift+Enter starts a new line. */
export function Composer({ placeholder, asking, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState('')
  const submit = async () => {
    const question = text.trim()
    if (!question || asking) return
    setText('')
    if (!(await onAsk(question))) setText(question)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="flex flex-col gap-6"
    >
      <div className="flex items-end gap-8 rounded-card border border-line-strong bg-control p-8 shadow-card focus-within:border-accent">
        <textarea
          rows={2}
          aria-label="Your question"
          placeholder={placeholder}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            void submit()
          }}
          className="scrollbar-quiet min-w-0 flex-1 resize-none bg-transparent px-4 outline-none"
        />
        {asking ? (
          <Button onClick={onStop}>
            <Square aria-hidden /> Stop
          </Button>
        ) : (
          <Button look="primary" type="submit" disabled={text.trim() === ''}>
            <ArrowUp aria-hidden /> Ask
          </Button>
        )}
      </div>
      <p className="text-center text-helper text-muted">Read-only. Answers cite what you have access to.</p>
    </form>
  )
}
