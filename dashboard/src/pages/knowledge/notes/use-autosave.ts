import { useEffect, useRef, useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { readAgain } from '../../../data/reads.ts'
import type { Note } from './note-links.ts'

const pause = 700

export type SaveState = 'saved' | 'typing' | 'saving' | 'conflict'

/**
 * Keeps a text while it is written. One save is under way at a time, on top of the version it was written on; where somebody
 * else was faster, both texts are kept until the author has chosen.
 */
export function useAutosave(organization: string, note: Note) {
  const base = useRef({ version: note.version, content: note.content })
  const draft = useRef(note.content)
  const busy = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<SaveState>('saved')
  /** Changes when the text on the screen has to be another one than what was typed. */
  const [round, setRound] = useState(0)

  const dirty = () => draft.current !== base.current.content
  const save = async () => {
    clearTimeout(timer.current)
    if (busy.current || !dirty()) return
    busy.current = true
    setState('saving')
    const content = draft.current
    const input = { note: note.id, content, version: base.current.version }
    const answer = await act({
      organization,
      operation: 'updateNote',
      input,
      base: { content: base.current.content },
      label: `Save “${note.title}”`,
      then: ['getNote', 'listNotes'],
    })
    busy.current = false
    if (!answer) {
      setState('conflict')
      readAgain(organization, new Set(['getNote'] as const))
      return
    }
    base.current = { version: answer.version, content }
    if (dirty()) void save()
    else setState('saved')
  }
  const latest = useRef(save)
  latest.current = save

  // What others wrote is taken over at once where nothing of one's own is at stake.
  useEffect(() => {
    if (busy.current || note.version <= base.current.version) return
    if (note.content === base.current.content) base.current.version = note.version
    else if (dirty()) setState('conflict')
    else {
      base.current = { version: note.version, content: note.content }
      draft.current = note.content
      setRound((before) => before + 1)
    }
  }, [note.version, note.content])
  // Leaving the page keeps what was typed a moment ago.
  useEffect(() => () => void latest.current(), [])

  return {
    state,
    round,
    text: draft,
    write(content: string) {
      if (content === draft.current) return
      draft.current = content
      if (state === 'conflict') return
      setState('typing')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void latest.current(), pause)
    },
    save: () => void save(),
    keepMine() {
      base.current = { version: note.version, content: note.content }
      setState('typing')
      void save()
    },
    takeTheirs() {
      base.current = { version: note.version, content: note.content }
      draft.current = note.content
      setState('saved')
      setRound((before) => before + 1)
    },
  }
}
