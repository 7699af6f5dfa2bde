import { Editor, type EditorOptions } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'

/**
 * An editor that exists from the first render on. Tiptap's own hook discards an editor that is not mounted within a
 * millisecond and creates another one later: on a slow machine, letters typed in between would be lost.
 */
export function useEditorAtOnce(options: Partial<EditorOptions>): Editor {
  const [editor] = useState(() => new Editor(options))
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(leaving.current)
    return () => void (leaving.current = setTimeout(() => editor.destroy()))
  }, [editor])
  return editor
}
