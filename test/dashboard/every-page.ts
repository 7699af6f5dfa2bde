import type { Dashboard } from './dashboard.ts'
import type { Person } from '../person.ts'

/** What the pages are shown with: an organization in the middle of its work. */
export interface Scene {
  dashboard: Dashboard
  /** The owner, in the organization. */
  mira: Person
  /** A member of it. */
  jonas: Person
  /** Handle of the organization and slug of its project. */
  org: string
  slug: string
}

/** A page that everybody may look at: the loop checks it in both themes and both widths. */
export interface PageCase {
  name: string
  path: string
  /** Text that is there once the page is. */
  ready: string
  /** It shows a refusal of the server, which the browser's console names too. */
  refused?: true
  /** A page before login. */
  anonymous?: boolean
  /** Something opened on it: a menu, a dialog, a panel. */
  then?: (page: import('playwright-core').Page) => Promise<void>
}

/** Makes what its pages show and answers them. One file an area, in areas/. */
export type Area = (scene: Scene) => Promise<PageCase[]>
