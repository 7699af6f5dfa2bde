import type { Output } from '@baton/client'
import { Pencil, Tags, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account } from '../../../data/client.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { AdminFrame } from '../admin-frame.tsx'

type Category = Output<'listCategories'>['items'][number]

const then = ['listCategories', 'listPosts', 'getEntry'] as const

/** Categories of posts. */
export function CategoriesPage() {
  const list = useOwnList('listCategories', { limit: 50 })
  const call = useCall()
  const [edited, setEdited] = useState<Category | 'new' | null>(null)
  const [asked, setAsked] = useState<Category | null>(null)
  const remove = ({ id, name }: Category) => {
    setAsked(null)
    void call(() => account.deleteCategory({ id }), { done: `${name} deleted`, then })
  }
  const button = (
    <Button look="primary" onClick={() => setEdited('new')}>
      New category
    </Button>
  )
  return (
    <AdminFrame title="Categories" about="Group blog posts. Each category has its own page." actions={button}>
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Tags} title="No categories yet" action={button}>
              For example: releases, engineering, announcements.
            </EmptyState>
          ) : (
            <Rows aria-label="Categories">
              {list.items.map((one) => (
                <Row key={one.id}>
                  <div className="min-w-0 flex-1">
                    <p className="font-medium">{one.name}</p>
                    <p className="truncate text-helper text-muted">
                      <span className="font-mono">{one.slug}</span> · {plural(one.posts, 'post')}
                      {one.description && ` · ${one.description}`}
                    </p>
                  </div>
                  <Button look="quiet" square aria-label={`Edit ${one.name}`} onClick={() => setEdited(one)}>
                    <Pencil />
                  </Button>
                  <Button look="quiet" square aria-label={`Delete ${one.name}`} onClick={() => setAsked(one)}>
                    <Trash2 />
                  </Button>
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={list} />
      <Dialog
        open={edited !== null}
        onOpenChange={(open) => !open && setEdited(null)}
        title={edited === 'new' ? 'New category' : 'Edit category'}
      >
        {edited && <CategoryForm category={edited === 'new' ? null : edited} done={() => setEdited(null)} />}
      </Dialog>
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={`Delete ${asked?.name ?? ''}?`}
        about={
          asked &&
          `${asked.posts === 0 ? 'No posts will be' : `${plural(asked.posts, 'post')} will be`} left without a category. Its page disappears immediately.`
        }
      >
        <div className="flex justify-end gap-8">
          <Button onClick={() => setAsked(null)}>Cancel</Button>
          <Button look="danger" onClick={() => asked && remove(asked)}>
            Delete category
          </Button>
        </div>
      </Dialog>
    </AdminFrame>
  )
}

function CategoryForm({ category, done }: { category: Category | null; done(): void }) {
  const call = useCall()
  const [name, setName] = useState(category?.name ?? '')
  const [description, setDescription] = useState(category?.description ?? '')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const work = () =>
      category ? account.updateCategory({ id: category.id, name, description }) : account.createCategory({ name, description })
    if (await call(work, { done: 'Saved', then })) done()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Name">
        {(ids) => <Input {...ids} required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Field label="Description">
        {(ids) => <Input {...ids} maxLength={500} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        {category ? 'Save' : 'Create category'}
      </Button>
    </form>
  )
}
