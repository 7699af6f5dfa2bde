import { Editor, type EditorOptions } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'

/**
 * An editor that is there from the first moment on. Tiptap's own hook gives one up that is not in sight within a
 * millisecond and makes another later: on a slow machine the letters typed in between would go nowhere.
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
