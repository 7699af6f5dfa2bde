import type { Output } from '@baton/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { account } from '../../../data/client.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { dateTime, plural } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { AdminFrame } from '../admin-frame.tsx'
import { statusOf } from '../../marketplace/post-status.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Post = Output<'listAllCommunityPosts'>['items'][number]
type Action = 'approve' | 'hide' | 'remove' | 'restore' | 'undo'
const titles: Record<Action, string> = { approve: 'Approve', hide: 'Hide', remove: 'Remove', restore: 'Restore', undo: 'Undo' }
const offered: Record<Post['status'], Action[]> = {
  pending: ['approve', 'remove'],
  published: ['hide', 'remove'],
  hidden: ['restore', 'remove'],
  removed: ['restore'],
  withdrawn: [],
}

/** Posts that are pending or flagged, and what was decided about the others. */
export function ModerationPage() {
  const navigate = useNavigate()
  const { show = 'pending' } = useSearch({ strict: false }) as { show?: 'pending' | 'flagged' | 'all' }
  const list = useOwnList('listAllCommunityPosts', {
    ...(show === 'pending' && { status: 'pending' as const }),
    ...(show === 'flagged' && { flagged: true }),
    limit: 50,
  })
  const call = useCall()
  const [asked, setAsked] = useState<{ post: Post; action: Action } | null>(null)
  return (
    <AdminFrame title="Community" about="Authors see the reason for each decision. Decisions can be undone.">
      <Segmented
        label="Filter posts"
        value={show}
        options={[
          { value: 'pending', title: 'Waiting' },
          { value: 'flagged', title: 'Flagged' },
          { value: 'all', title: 'All' },
        ]}
        onChange={(value) => void navigate({ to: '.', search: (value === 'pending' ? {} : { show: value }) as never, replace: true })}
      />
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={MessagesSquare} title="Nothing to review">
              First posts by new members and flagged posts show up here.
            </EmptyState>
          ) : (
            <ul aria-label="Posts" className="flex flex-col gap-12">
              {list.items.map((post) => (
                <PostCard key={post.id} post={post} decide={(action) => setAsked({ post, action })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More list={list} />
      <ReasonDialog
        open={asked !== null}
        title={asked ? `${titles[asked.action]} this post?` : ''}
        about="The author sees the reason."
        action={asked ? titles[asked.action] : ''}
        danger={asked?.action === 'remove'}
        onClose={() => setAsked(null)}
        onReason={async (reason) => {
          if (!asked) return
          const { post, action } = asked
          const work = () => account.moderateCommunityPost({ id: post.id, action, reason, version: post.version })
          if (await call(work, { done: 'Done', then: ['listAllCommunityPosts', 'listCommunityPosts', 'getCommunityPost'] })) setAsked(null)
        }}
      />
    </AdminFrame>
  )
}

function PostCard({ post, decide }: { post: Post; decide(action: Action): void }) {
  const undoable = post.status !== 'withdrawn' && post.moderations.some(({ action, undone_at }) => action !== 'undo' && undone_at === null)
  return (
    <li className="flex flex-col gap-8 rounded-card border border-line bg-raised p-12">
      <p className="flex flex-wrap items-center gap-8">
        <span className="min-w-0 font-medium break-words">{post.title ?? 'Answer'}</span>
        <Chip tone={post.status === 'published' ? 'ok' : 'warn'}>{statusOf[post.status]}</Chip>
        {post.flags.length > 0 && <Chip tone="bad">{plural(post.flags.length, 'flag')}</Chip>}
        <span className="text-helper text-muted">
          @{post.author.handle}, {dateTime(post.created_at)}
        </span>
      </p>
      {/* The raw source: a post is not rendered before a moderator has decided about it. */}
      <p className="wrap-anywhere whitespace-pre-wrap">{post.body}</p>
      {post.flags.map(({ reason }, at) => (
        <p key={at} className="text-helper text-muted">
          Flagged: {reason}
        </p>
      ))}
      {post.moderations.map((one) => (
        <p key={one.id} className="text-helper text-muted">
          {one.moderator ? `@${one.moderator}` : 'Automatic'}, {dateTime(one.created_at)}: {one.action}, {one.reason}
          {one.undone_at && ' (undone)'}
        </p>
      ))}
      <div className="flex flex-wrap justify-end gap-8">
        {undoable && (
          <Button look="quiet" onClick={() => decide('undo')}>
            Undo
          </Button>
        )}
        {offered[post.status].map((action) => (
          <Button key={action} look={action === 'remove' ? 'danger' : 'plain'} onClick={() => decide(action)}>
            {titles[action]}
          </Button>
        ))}
      </div>
    </li>
  )
}
