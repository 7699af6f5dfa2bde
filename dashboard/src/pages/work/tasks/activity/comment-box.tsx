import { ArrowUp, Paperclip } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { draftOf, keepDraft } from '../../../../data/drafts.ts'
import { useOrganization } from '../../../../data/organization.ts'
import { currentUser } from '../../../../data/session.ts'
import { Avatar } from '../../../../ui/marks/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Editor } from '../../../../ui/editor/editor.tsx'
import { Card } from '../../../../ui/row.tsx'
import { addComment } from '../../../../data/tasks/comments.ts'
import type { Item } from '../../../../data/tasks/items.ts'
import { useEverybody } from '../people.ts'

interface BoxProps {
  item: Item
  onFiles(files: File[]): Promise<string>
  /** The surrounding panel has padding that this box must cover. */
  inPanel: boolean
  /** The person whose mention is answered here. */
  answerTo?: string | undefined
  children?: ReactNode
}

/** An input for comments; the editor opens when someone wants to write. */
export function CommentBox({ item, onFiles, inPanel, answerTo, children }: BoxProps) {
  const hint = answerTo ? `Answer ${answerTo}…` : 'Comment, or @mention a person or agent…'
  const organization = useOrganization()
  const people = useEverybody()
  const draft = `comment ${organization} ${item.id}`
  const [text, setText] = useState<string | null>(() => draftOf(draft) || null)
  useEffect(() => keepDraft(draft, text ?? ''), [draft, text])
  const [round, setRound] = useState(0)
  const picker = useRef<HTMLInputElement>(null)
  const send = () => {
    const body = text?.trim()
    if (!body) return
    setText('')
    setRound(round + 1)
    // A refused comment is put back into the box.
    void addComment({ organization, item: item.key }, body).then((taken) => !taken && setText((now) => now || body))
  }
  const attach = async (files: File[]) => {
    const links = await onFiles(files)
    if (!links) return
    setText((before) => [before?.trim(), links].filter(Boolean).join('\n\n'))
    setRound((before) => before + 1)
  }
  return (
    <div className={classes('sticky z-10 bg-panel pt-4 pb-12', inPanel ? '-bottom-16' : 'bottom-0')}>
      <Card className="flex items-end gap-8 px-12 py-6">
        <span className="flex h-target items-center wide:h-row">
          <Avatar name={currentUser()?.name ?? 'You'} kind="person" size="large" decorative />
        </span>
        <div className="min-w-0 flex-1">
          {text === null ? (
            <button type="button" className="touch h-row w-full truncate text-left text-faint" onClick={() => setText('')}>
              {hint}
            </button>
          ) : (
            <Editor
              key={round}
              bare
              label="Comment"
              placeholder={hint}
              text={text}
              people={people}
              onText={setText}
              onSubmit={send}
              onCancel={() => !text.trim() && setText(null)}
              onFiles={onFiles}
            />
          )}
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files for the comment"
          onChange={(event) => {
            void attach([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button look="quiet" square aria-label="Attach a file to the comment" onClick={() => picker.current?.click()}>
          <Paperclip />
        </Button>
        <Button look="primary" square aria-label="Send comment" disabled={!text?.trim()} onClick={send}>
          <ArrowUp />
        </Button>
      </Card>
      {children}
    </div>
  )
}
