import { useEffect, useRef, useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { readAgain } from '../../../data/reads.ts'
import type { Note } from './note-links.ts'

const pause = 700

export type SaveState = 'saved' | 'typing' | 'saving' | 'conflict'

/**
 * Saves a text while it is being written. One save is in flight at a time, based on the version that was edited; if someone else
 * saved first, both texts are kept until the author has chosen.
 */
export function useAutosave(organization: string, note: Note) {
  const base = useRef({ version: note.version, content: note.content })
  const draft = useRef(note.content)
  const busy = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<SaveState>('saved')
  /** Changes when the editor has to show a text other than what was typed. */
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
      inPlace: true,
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

  // Take over other people's changes at once if there are no unsaved edits.
  useEffect(() => {
    if (busy.current || note.version <= base.current.version) return
    if (note.content === base.current.content) base.current.version = note.version
    else if (note.content === draft.current) {
      // The text was saved in another way, for example from the review of a conflict.
      base.current = { version: note.version, content: note.content }
      setState('saved')
    } else if (dirty()) setState('conflict')
    else {
      base.current = { version: note.version, content: note.content }
      draft.current = note.content
      setRound((before) => before + 1)
    }
  }, [note.version, note.content])
  // On leaving the page, save what was typed last.
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
