import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { AiMessage } from '../../data/ask.ts'
import { Page } from '../../ui/page.tsx'
import { Answer, type Cited } from './answer.tsx'
import { CitedPassage } from './cited-passage.tsx'
import { Composer } from './composer.tsx'

interface ConversationProps {
  title: ReactNode
  about?: ReactNode
  /** Other pages about the same subject. */
  views?: ReactNode
  actions?: ReactNode
  /** The other conversations. */
  list: ReactNode
  messages: readonly AiMessage[]
  asking: boolean
  placeholder: string
  /** Shown before anything was asked. */
  empty: ReactNode
  writes: boolean
  onAsk(text: string): Promise<boolean>
  onStop(): void
}

/** Questions and answers, their citations beside them, and an input for the next question. */
export function Conversation(props: ConversationProps) {
  const { title, about, views, actions, list, messages, asking, placeholder, empty, writes, onAsk, onStop } = props
  const [opened, setOpened] = useState<{ cited: Cited; answer: string } | null>(null)
  const answer = opened && messages.find(({ id }) => id === opened.answer)
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [messages.length, last?.text.length])
  return (
    <Page
      own
      title={title}
      about={about}
      views={views}
      actions={actions}
      width="wide"
      wideRail
      {...(opened && answer && { rail: <CitedPassage cited={opened.cited} answer={answer} onClose={() => setOpened(null)} /> })}
    >
      <div className="flex h-full min-h-0 flex-col wide:flex-row">
        {list}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto">
            <div className="mx-auto flex w-full max-w-measure flex-col gap-16 px-16 py-16" aria-live="polite">
              {messages.length === 0 && empty}
              {messages.map((message) =>
                message.role === 'question' ? (
                  <p key={message.id} className="max-w-dialog self-end rounded-card bg-hover px-12 py-8 break-words whitespace-pre-wrap">
                    {message.text}
                  </p>
                ) : (
                  <Answer
                    key={message.id}
                    answer={message}
                    chosen={opened?.answer === message.id ? opened.cited : null}
                    onChoose={(cited) => setOpened({ cited, answer: message.id })}
                  />
                ),
              )}
              <div ref={end} />
            </div>
          </div>
          {writes && (
            <div className="mx-auto w-full max-w-measure shrink-0 px-16 pb-12">
              <Composer placeholder={placeholder} asking={asking} onAsk={onAsk} onStop={onStop} />
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}
