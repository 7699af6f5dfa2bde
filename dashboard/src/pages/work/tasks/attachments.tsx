import { Download, File as FileIcon, Paperclip, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../../data/toast.ts'
import { act } from '../../../data/writes/act.ts'
import { fetchFile, saveFile } from '../../../data/attachments.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { bytes, plural } from '../../../ui/format.ts'
import { Row, Rows } from '../../../ui/row.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { Item } from '../../../data/tasks/items.ts'
import type { Attachment, Uploads } from './uploads.ts'

/** The files of an item: dropped on the page, pasted into a text, or picked here. */
export function Attachments({ item, uploads }: { item: Item; uploads: Uploads }) {
  const picker = useRef<HTMLInputElement>(null)
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const { writes } = usePermissions()
  const shown = item.attachments.filter(({ id }) => !leaving.has(id))
  return (
    <section aria-label="Attachments" className="mb-16">
      {(shown.length > 0 || uploads.under.length > 0) && (
        <Rows className="mb-4">
          {shown.map((one) => (
            <AttachmentRow
              key={one.id}
              item={item}
              attachment={one}
              onLeave={(gone) => setLeaving((before) => new Set(gone ? [...before, one.id] : [...before].filter((id) => id !== one.id)))}
            />
          ))}
          {uploads.under.map((name) => (
            <Row key={name} aria-busy className="text-muted">
              <FileIcon className="size-16" aria-hidden />
              <span className="truncate">{name}</span>
              <span className="ml-auto text-helper">Uploading…</span>
            </Row>
          ))}
        </Rows>
      )}
      {writes && (
        <Button look="quiet" className="-ml-8" onClick={() => picker.current?.click()}>
          <Paperclip />
          Attach file
        </Button>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          void uploads.send([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {shown.length > 0 && <span className="sr-only">{plural(shown.length, 'attachment')}</span>}
    </section>
  )
}

interface RowProps {
  item: Item
  attachment: Attachment
  onLeave(gone: boolean): void
}

function AttachmentRow({ item, attachment, onLeave }: RowProps) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const { id, name, size, content_type, created_at } = attachment
  const remove = () => {
    onLeave(true)
    let kept = false
    // Deletion soon removes the file for good, so it is only sent once undo is no longer offered.
    const really = () => {
      if (kept) return
      kept = true
      const input = { item: item.key, attachment: id }
      void act({ organization, operation: 'deleteAttachment', input, label: `Delete ${name}` }).then((answer) => !answer && onLeave(false))
    }
    const undo = () => {
      kept = true
      onLeave(false)
    }
    toast.success(`${name} deleted`, { action: { label: 'Undo', onClick: undo }, onAutoClose: really, onDismiss: really })
  }
  return (
    <Row className="py-6">
      {content_type.startsWith('image/') ? <Thumbnail attachment={attachment} /> : <FileIcon className="size-16 text-muted" aria-hidden />}
      <span className="min-w-0 flex-1 truncate" id={`attachment-${id}`}>
        {name}
      </span>
      <span className="font-mono text-label text-muted">{bytes(size)}</span>
      <Ago at={created_at} />
      <Button look="quiet" square aria-label={`Download ${name}`} onClick={() => void saveFile(organization, attachment)}>
        <Download />
      </Button>
      {writes && (
        <Button look="quiet" square aria-label={`Delete ${name}`} onClick={remove}>
          <Trash2 />
        </Button>
      )}
    </Row>
  )
}

function Thumbnail({ attachment: { id } }: { attachment: Attachment }) {
  const organization = useOrganization()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let gone = false
    fetchFile(organization, id).then(
      (file) => {
        if (!gone) setAddress((made = URL.createObjectURL(file)))
      },
      () => {},
    )
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [organization, id])
  if (!address) return <FileIcon className="size-16 text-muted" aria-hidden />
  return <img src={address} alt="" className="size-32 rounded-code border border-line object-cover" />
}
