import { createStore, type Store } from '../../data/store.ts'

/** Whether a part of the sidebar is collapsed, remembered in this browser. */
function kept(name: string, first: boolean): Store<boolean> {
  const key = `baton.sidebar.${name}`
  const before = localStorage.getItem(key)
  const store = createStore(before === null ? first : before === 'folded')
  store.subscribe(() => localStorage.setItem(key, store.get() ? 'folded' : 'open'))
  return store
}

export const sidebarFolded = kept('all', false)
export const projectsFolded = kept('projects', false)
export const viewsFolded = kept('views', true)
