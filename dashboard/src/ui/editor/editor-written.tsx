import { Placeholder } from '@tiptap/extension-placeholder'
import { TaskItem } from '@tiptap/extension-task-item'
import { TaskList } from '@tiptap/extension-task-list'
import { Markdown } from '@tiptap/markdown'
import { EditorContent } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { EditorMentions } from './editor-mentions.tsx'
import { createMentions } from './editor-suggest.ts'
import { tidy } from './editor-tidy.ts'
import { EditorTools } from './editor-tools.tsx'
import type { EditorProps } from './editor.tsx'
import { useEditorAtOnce } from './use-editor-at-once.ts'

/** The rich text editor, in its own chunk. */
export default function EditorWritten({ label, text, placeholder, people, bare, ...props }: EditorProps) {
  const current = useRef({ ...props, people })
  current.current = { ...props, people }
  const mentions = useRef(createMentions(() => current.current.people)).current
  const insertFiles = (list: FileList | undefined): boolean => {
    const { onFiles } = current.current
    if (!onFiles || !list || list.length === 0) return false
    void onFiles([...list]).then((links) => links && editor.commands.insertContent(`${links} `, { contentType: 'markdown' }))
    return true
  }
  const editor = useEditorAtOnce({
    extensions: [
      StarterKit.configure({ underline: false, link: { openOnClick: false } }),
      TaskList,
      TaskItem.configure({ nested: true }),
      Placeholder.configure({ placeholder: placeholder ?? '' }),
      Markdown,
      mentions.extension,
    ],
    content: text,
    contentType: 'markdown',
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'outline-none' },
      handlePaste: (_view, event) => insertFiles(event.clipboardData?.files),
      handleDrop: (_view, event) => {
        const taken = insertFiles(event.dataTransfer?.files)
        if (taken) event.preventDefault()
        return taken
      },
      handleKeyDown: (_view, event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          current.current.onSubmit()
          return true
        }
        if (event.key === 'Escape' && mentions.state.get() === null) {
          event.stopPropagation()
          current.current.onCancel()
          return true
        }
        return false
      },
    },
    onUpdate: ({ editor: now }) => current.current.onText(tidy(now.getMarkdown())),
  })
  // It replaces a field the user may be typing in: the next key press, possibly before the next frame, must already reach the editor.
  useLayoutEffect(() => {
    editor.commands.setTextSelection(editor.state.doc.content.size)
    // Markdown parsing may drop a trailing space, but the user is in the middle of a line.
    if (/ $/.test(text) && !editor.state.doc.textContent.endsWith(' ')) editor.commands.insertContent({ type: 'text', text: ' ' })
    editor.view.focus()
  }, [editor])
  useEffect(mentions.onPeople, [people])
  return (
    <div
      className={classes('relative', !bare && 'rounded-card border border-line-strong bg-control shadow-card focus-within:border-accent')}
    >
      {!bare && <EditorTools editor={editor} />}
      <EditorContent editor={editor} className={classes('written min-w-0', bare ? 'py-4' : 'px-12 py-8')} />
      <EditorMentions state={mentions.state} above={Boolean(bare)} />
    </div>
  )
}
