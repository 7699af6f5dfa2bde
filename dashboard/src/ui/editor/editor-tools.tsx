import { useEditorState, type Editor } from '@tiptap/react'
import {
  Bold,
  Code,
  Heading2,
  Italic,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  SquareCode,
  Strikethrough,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'

interface Tool {
  title: string
  icon: LucideIcon
  is: [string, object?]
  run(editor: Editor): void
}

const tools: Tool[] = [
  { title: 'Heading', icon: Heading2, is: ['heading', { level: 2 }], run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run() },
  { title: 'Bold', icon: Bold, is: ['bold'], run: (e) => e.chain().focus().toggleBold().run() },
  { title: 'Italic', icon: Italic, is: ['italic'], run: (e) => e.chain().focus().toggleItalic().run() },
  { title: 'Strikethrough', icon: Strikethrough, is: ['strike'], run: (e) => e.chain().focus().toggleStrike().run() },
  { title: 'Code', icon: Code, is: ['code'], run: (e) => e.chain().focus().toggleCode().run() },
  { title: 'Bullet list', icon: List, is: ['bulletList'], run: (e) => e.chain().focus().toggleBulletList().run() },
  { title: 'Numbered list', icon: ListOrdered, is: ['orderedList'], run: (e) => e.chain().focus().toggleOrderedList().run() },
  { title: 'Checklist', icon: ListChecks, is: ['taskList'], run: (e) => e.chain().focus().toggleTaskList().run() },
  { title: 'Quote', icon: Quote, is: ['blockquote'], run: (e) => e.chain().focus().toggleBlockquote().run() },
  { title: 'Code block', icon: SquareCode, is: ['codeBlock'], run: (e) => e.chain().focus().toggleCodeBlock().run() },
]

export function EditorTools({ editor }: { editor: Editor | null }) {
  const on = useEditorState({ editor, selector: ({ editor: now }) => tools.map(({ is }) => now?.isActive(...(is as [string])) ?? false) })
  if (!editor) return null
  return (
    <div role="toolbar" aria-label="Format" className="flex flex-wrap gap-px border-b border-line-soft p-4">
      {tools.map(({ title, icon: Icon, run }, at) => (
        <Button
          key={title}
          look="quiet"
          square
          aria-label={title}
          aria-pressed={on?.[at] ?? false}
          title={title}
          className={classes(on?.[at] && 'bg-hover text-fg')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon />
        </Button>
      ))}
    </div>
  )
}
