import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { readAgain } from '../../data/reads.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { useCall } from '../settings/use-call.ts'

/** A post, or a reply to one. */
export function PostForm({ parent, done }: { parent?: string; done(id: string): void }) {
  const call = useCall()
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const post = await call(() => account.createCommunityPost({ body, ...(parent === undefined ? { title } : { parent }) }))
    setBusy(false)
    if (!post) return
    setBody('')
    readAgain('', new Set(['listCommunityPosts', 'getCommunityPost']))
    toast.success(post.status === 'pending' ? 'Sent. A moderator reviews your first posts.' : 'Posted')
    done(post.id)
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      {parent === undefined && (
        <Field label="Title">
          {(ids) => <Input {...ids} required maxLength={300} value={title} onChange={(event) => setTitle(event.target.value)} />}
        </Field>
      )}
      <Field label={parent === undefined ? 'Text' : 'Your answer'} hint="Markdown. Up to one link for new members, five for others.">
        {(ids) => (
          <TextArea
            {...ids}
            required
            rows={parent === undefined ? 8 : 4}
            maxLength={20_000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={busy} disabled={!body.trim()} className="self-end">
        {parent === undefined ? 'Post' : 'Answer'}
      </Button>
    </form>
  )
}
