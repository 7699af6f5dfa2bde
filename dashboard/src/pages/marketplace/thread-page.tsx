import type { Output } from '@baton/client'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Flag, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { currentUserId } from '../../data/current-user.ts'
import { useOrganization } from '../../data/organization.ts'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Crumbs } from '../../ui/crumbs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { useCall } from '../settings/use-call.ts'
import { PostForm } from './post-form.tsx'
import { statusOf } from './post-status.ts'

type Post = Omit<Output<'getCommunityPost'>, 'answers'>

export function ThreadPage() {
  const org = useOrganization()
  const { id = '' } = useParams({ strict: false })
  const read = useOwn('getCommunityPost', { id })
  return (
    <Page title={<Crumbs way={[{ to: `/${org}/community`, title: 'Community' }]} here="post" />} width="reading" own>
      <Loaded read={read}>
        {({ answers, ...post }) => (
          <div className="flex flex-col gap-16">
            <h2 className="text-title font-semibold break-words">{post.title}</h2>
            <PostText post={post} />
            <h3 className="font-medium">{plural(answers.length, 'answer')}</h3>
            {answers.map((answer) => (
              <PostText key={answer.id} post={answer} />
            ))}
            {post.status === 'published' && <PostForm key={answers.length} parent={post.id} done={() => {}} />}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function PostText({ post }: { post: Post }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const call = useCall()
  const [flagging, setFlagging] = useState(false)
  const mine = post.author.id === currentUserId()
  const withdraw = async () => {
    const gone = await call(() => account.withdrawCommunityPost({ id: post.id }), {
      done: 'Post withdrawn',
      then: ['listCommunityPosts', 'getCommunityPost'],
    })
    if (gone && post.parent_id === null) void navigate({ to: `/${org}/community` })
  }
  return (
    <article className="flex flex-col gap-8 rounded-card border border-line bg-raised p-12">
      <header className="flex flex-wrap items-center gap-8 text-helper text-muted">
        <span className="font-medium text-fg">{post.author.name}</span>
        <Ago at={post.created_at} />
        {post.status !== 'published' && <Chip tone="warn">{statusOf[post.status]}</Chip>}
        <span className="flex-1" />
        {mine ? (
          <Button look="quiet" square aria-label="Withdraw post" onClick={() => void withdraw()}>
            <Trash2 />
          </Button>
        ) : (
          <Button look="quiet" square aria-label={`Flag post by ${post.author.name}`} onClick={() => setFlagging(true)}>
            <Flag />
          </Button>
        )}
      </header>
      {post.moderation && <p className="text-helper text-warn">A moderator wrote: {post.moderation.reason}</p>}
      <Markdown text={post.body} references={false} />
      <Dialog
        open={flagging}
        onOpenChange={setFlagging}
        title="Flag post"
        about="Moderators see the reason. Posts with several flags are hidden until reviewed."
      >
        <FlagForm id={post.id} done={() => setFlagging(false)} />
      </Dialog>
    </article>
  )
}

function FlagForm({ id, done }: { id: string; done(): void }) {
  const call = useCall()
  const [reason, setReason] = useState('')
  const flag = async (event: FormEvent) => {
    event.preventDefault()
    if (await call(() => account.flagCommunityPost({ id, reason }), { done: 'Flagged for review' })) done()
  }
  return (
    <form onSubmit={(event) => void flag(event)} className="flex flex-col gap-12">
      <Field label="Reason">
        {(ids) => (
          <Input {...ids} required minLength={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Flag
      </Button>
    </form>
  )
}
