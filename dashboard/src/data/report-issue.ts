import { createStore } from './store.ts'

/** Where the form for issues is wanted: kept until the form is loaded, so that no press is lost. */
export const reportAsked = createStore<{ title: string } | null>(null)

/** Opens the form for issues, with a title where an error page knows one. */
export const reportIssue = (title = ''): void => reportAsked.set({ title })
