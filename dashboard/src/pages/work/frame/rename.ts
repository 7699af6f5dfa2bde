import { useSyncExternalStore } from 'react'
import { createStore } from '../../../data/store.ts'

/** The task whose title is being edited. */
export const renaming = createStore<string | null>(null)
export const openRename = (id: string | null): void => renaming.set(id)
export const useRenamed = (id: string): boolean => useSyncExternalStore(renaming.subscribe, () => renaming.get() === id)
