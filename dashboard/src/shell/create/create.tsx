import { createStore, useStore } from '../../data/store.ts'
import { lazily } from '../../ui/lazily.tsx'

export type Creatable = 'feature' | 'spec' | 'decision' | 'note' | 'memory' | 'project'
/** The recipient of a hint: a session and the name of its agent. */
export interface HintTo {
  session: string
  name: string
}

const Form = lazily('over', () => import('./create-form.tsx'))
const opened = createStore<Creatable | HintTo | null>(null)
export const openCreate = (what: Creatable | HintTo): void => opened.set(what)

/** The form for whatever is being created, over any page. */
export function Create() {
  const what = useStore(opened)
  if (!what) return null
  return <Form what={what} close={() => opened.set(null)} />
}
