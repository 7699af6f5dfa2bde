import { Extension } from '@tiptap/react'
import { Suggestion } from '@tiptap/suggestion'
import { createStore } from '../../data/store.ts'
import type { Mentionable } from './editor.tsx'

export interface Suggesting {
  found: readonly Mentionable[]
  /** The index of the one that Enter takes. */
  at: number
  take(one: Mentionable): void
}

/** Suggests names after an @. What is inserted is plain text, `@handle`, as the server parses it. */
export function createMentions(people: () => readonly Mentionable[]) {
  const state = createStore<Suggesting | null>(null)
  let asked: { query: string; command(one: Mentionable): void } | null = null
  const show = (at = 0) => {
    const wanted = asked?.query.toLowerCase() ?? ''
    const found = asked ? people().filter(({ name, handle }) => `${name} ${handle}`.toLowerCase().includes(wanted)) : []
    const first = found.slice(0, 6)
    state.set(asked && first.length > 0 ? { found: first, at: Math.min(at, first.length - 1), take: asked.command } : null)
  }
  const ask = (next: typeof asked) => {
    asked = next
    show()
  }
  const extension = Extension.create({
    name: 'mentions',
    addProseMirrorPlugins() {
      return [
        Suggestion<Mentionable, Mentionable>({
          editor: this.editor,
          char: '@',
          command: ({ editor, range, props }) => editor.chain().focus().insertContentAt(range, `@${props.handle} `).run(),
          render: () => ({
            onStart: ask,
            onUpdate: ask,
            onKeyDown: ({ event }) => press(event.key),
            onExit: () => ask(null),
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
    if (key === 'Escape') ask(null)
    return step !== 0 || key === 'Enter' || key === 'Tab' || key === 'Escape'
  }
  /** Updates an open list when the names arrive after the @ was typed. */
  const onPeople = () => show(state.get()?.at)
  return { extension, state, onPeople }
}
