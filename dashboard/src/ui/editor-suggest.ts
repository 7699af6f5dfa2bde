import { Extension } from '@tiptap/react'
import { Suggestion } from '@tiptap/suggestion'
import { createStore } from '../data/store.ts'
import type { Mentionable } from './editor.tsx'

export interface Suggesting {
  found: readonly Mentionable[]
  /** Which of them Enter takes. */
  at: number
  take(one: Mentionable): void
}

/** Offers names after an @. What is written is plain text, `@handle`, as the server reads it. */
export function createMentions(people: () => readonly Mentionable[]) {
  const state = createStore<Suggesting | null>(null)
  const show = (found: readonly Mentionable[], take: (one: Mentionable) => void) =>
    state.set(found.length > 0 ? { found, at: 0, take } : null)
  const extension = Extension.create({
    name: 'mentions',
    addProseMirrorPlugins() {
      return [
        Suggestion<Mentionable, Mentionable>({
          editor: this.editor,
          char: '@',
          items: ({ query }) => {
            const wanted = query.toLowerCase()
            return people()
              .filter(({ name, handle }) => `${name} ${handle}`.toLowerCase().includes(wanted))
              .slice(0, 6)
          },
          command: ({ editor, range, props }) => editor.chain().focus().insertContentAt(range, `@${props.handle} `).run(),
          render: () => ({
            onStart: ({ items, command }) => show(items, command),
            onUpdate: ({ items, command }) => show(items, command),
            onKeyDown: ({ event }) => press(event.key),
            onExit: () => state.set(null),
          }),
        }),
      ]
    },
  })
  function press(key: string): boolean {
    const now = state.get()
    if (!now) return false
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0) state.set({ ...now, at: (now.at + step + now.found.length) % now.found.length })
    const chosen = now.found[now.at]
    if ((key === 'Enter' || key === 'Tab') && chosen) now.take(chosen)
    if (key === 'Escape') state.set(null)
    return step !== 0 || key === 'Enter' || key === 'Tab' || key === 'Escape'
  }
  return { extension, state }
}
