import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { BatonError } from '@baton/client'
import { useOrganization } from '../../data/organization.ts'
import { useOwnList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { plain, plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { MarketTabs } from './market-tabs.tsx'
import { PostForm } from './post-form.tsx'
import { statusOf } from './post-status.ts'

/** Posts of people on this instance, across organizations. */
export function CommunityPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { mine = false } = useSearch({ strict: false }) as { mine?: boolean }
  const [writing, setWriting] = useState(false)
  const list = useOwnList('listCommunityPosts', { mine, limit: 50 })
  const off = list.error instanceof BatonError && list.error.status === 404
  const button = (
    <Button look="primary" onClick={() => setWriting(true)}>
      <Plus aria-hidden /> New post
    </Button>
  )
  if (off)
    return (
      <Page title="Community" views={<MarketTabs />} own>
        <EmptyState icon={MessagesSquare} title="Community is turned off">
          It’s off on invite-only instances. An administrator can set COMMUNITY=on.
        </EmptyState>
      </Page>
    )
  return (
    <Page title="Community" views={<MarketTabs />} actions={button} own>
      <div className="flex flex-col gap-12">
        <Segmented
          label="Filter posts"
          value={mine ? 'mine' : 'all'}
          options={[
            { value: 'all', title: 'All' },
            { value: 'mine', title: 'Yours' },
          ]}
          onChange={(value) => void navigate({ to: '.', search: (value === 'mine' ? { mine: true } : {}) as never, replace: true })}
        />
        <Loaded read={list}>
          {() =>
            list.items.length === 0 ? (
              <EmptyState icon={MessagesSquare} title="No posts yet">
                Share how you work with agents. First posts are reviewed by a moderator.
              </EmptyState>
            ) : (
              <>
                <Rows aria-label="Posts">
                  {list.items.map((post) => (
                    <Row key={post.id} className="relative flex-wrap hover:bg-hover wide:flex-nowrap">
                      <div className="min-w-0 max-wide:basis-full wide:flex-1">
                        <Link
                          to={`/${org}/community/${post.id}`}
                          className="block truncate rounded-code font-medium after:absolute after:inset-0"
                        >
                          {post.title}
                        </Link>
                        <p className="truncate text-helper text-muted">{plain(post.body)}</p>
                      </div>
                      {post.status !== 'published' && <Chip tone="warn">{statusOf[post.status]}</Chip>}
                      <span className="text-helper text-muted">{post.author.name}</span>
                      <span className="text-helper text-muted">{plural(post.replies, 'answer')}</span>
                      <Ago at={post.created_at} />
                    </Row>
                  ))}
                </Rows>
                <More list={list} />
              </>
            )
          }
        </Loaded>
      </div>
      <Dialog open={writing} onOpenChange={setWriting} title="New post" about="Visible to everyone on this instance.">
        <PostForm
          done={(id) => {
            setWriting(false)
            void navigate({ to: `/${org}/community/${id}` })
          }}
        />
      </Dialog>
    </Page>
  )
}
