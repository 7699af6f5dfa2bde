import { BookmarkPlus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { fieldsOfView, useLayout, useModified } from './saved-view.ts'
import { useWork } from './work.ts'

/** Saves the URL under a name, for oneself or for everyone who sees the project. */
export function SaveView() {
  const { org, slug, search, change, people } = useWork()
  const layout = useLayout()
  const [open, setOpen] = useState(false)
  const view = useModified()
  const mine = view && (view.owner_id === people.me || people.manages)
  const fields = fieldsOfView(slug, layout, search)
  const update = () =>
    view &&
    void act({
      organization: org,
      operation: 'updateView',
      input: { view: view.id, ...fields, version: view.version },
      label: `Update view “${view.name}”`,
      done: `“${view.name}” changed`,
      then: ['listViews'],
    })
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    setOpen(false)
    const made = await act({
      organization: org,
      operation: 'createView',
      input: { name, shared: form.get('shared') !== null, ...fields },
      label: `Save view “${name}”`,
      done: `“${name}” saved`,
      undo: ({ id }) => ({ organization: org, operation: 'deleteView', input: { view: id }, label: `Delete view “${name}”` }),
      then: ['listViews'],
    })
    if (made) change({ view: made.id })
  }
  if (!people.writes) return null
  return (
    <>
      <span className="flex gap-6">
        {mine && <Button onClick={update}>Update “{view.name}”</Button>}
        <Button look="quiet" onClick={() => setOpen(true)}>
          <BookmarkPlus aria-hidden />
          {view ? 'Save as new view' : 'Save view'}
        </Button>
      </span>
      <Dialog open={open} onOpenChange={setOpen} title="Save view" about="Save the current filters, sorting and layout.">
        <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
          <Field label="Name">{(ids) => <Input {...ids} name="name" required maxLength={120} autoFocus />}</Field>
          <label className="touch flex items-center gap-8">
            <Checkbox name="shared" />
            Share with everyone in this project
          </label>
          <Button type="submit" look="primary" className="self-end">
            Save view
          </Button>
        </form>
      </Dialog>
    </>
  )
}
