import { useEffect, useRef, useState } from 'react'
import { ask, type AiMessage } from '../../data/ask.ts'
import { useOrganization } from '../../data/organization.ts'
import { readAgain, useList } from '../../data/reads.ts'
import { toast } from '../../data/toast.ts'

interface Where {
  /** The open conversation; undefined until a new one has begun. */
  id: string | undefined
  /** Returns where to send a question, once its conversation is known. */
  send(text: string): Promise<{ path: string; body: unknown } | null>
  /** The first question has created a conversation. */
  onBegun(id: string): void
}

interface Writing {
  id: string
  question: AiMessage
  answer: AiMessage
}

/** Messages of a conversation, oldest first, including the answer being written. */
export function useConversation({ id, send, onBegun }: Where) {
  const organization = useOrganization()
  const list = useList('listAiMessages', { session: id ?? '', limit: 50 }, { enabled: id !== undefined })
  const [writing, setWriting] = useState<Writing | null>(null)
  const [asking, setAsking] = useState(false)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const question = async (text: string): Promise<boolean> => {
    setAsking(true)
    const controller = new AbortController()
    ending.current = controller
    let begun: string | null = null
    try {
      const to = await send(text)
      if (!to) return false
      const whole = await ask({
        ...to,
        organization,
        signal: controller.signal,
        onTurn(turn) {
          setWriting({ id: turn.session_id, question: turn.question, answer: turn.answer })
          begun = turn.session_id
        },
        onText: (text) => setWriting((now) => now && { ...now, answer: { ...now.answer, text: now.answer.text + text } }),
      })
      setWriting((now) => now && { ...now, answer: whole })
    } catch (error) {
      if (!controller.signal.aborted) toast.error('No answer received', { description: (error as Error).message })
    } finally {
      setAsking(false)
      // Not earlier: another address is another page, and leaving this one would abort the answer.
      if (begun && begun !== id) onBegun(begun)
      readAgain(organization, new Set(['listAiMessages', 'listAiSessions']))
    }
    return true
  }
  const kept = list.items.toReversed()
  const isKept = writing && kept.some((message) => message.id === writing.answer.id && message.status !== 'writing')
  const shown =
    writing && !isKept && writing.id === (id ?? writing.id)
      ? [...kept.filter(({ id: one }) => one !== writing.question.id && one !== writing.answer.id), writing.question, writing.answer]
      : kept
  return { list, messages: shown, asking, question, stop: () => ending.current?.abort() }
}
