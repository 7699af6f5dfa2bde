import type { Dashboard } from './dashboard.ts'
import type { Person } from '../harness/person.ts'

/** The data behind the pages: an organization with work in progress. */
export interface Scene {
  dashboard: Dashboard
  /** The owner, acting in the organization. */
  mira: Person
  /** A member of the organization. */
  jonas: Person
  /** Handle of the organization and slug of its project. */
  org: string
  slug: string
}

/** A page to check in both themes and both widths. */
export interface PageCase {
  name: string
  path: string
  /** Text that appears once the page is ready. */
  ready: string
  /** Shows a refusal of the server, which the browser logs to the console too. */
  refused?: true
  /** A page that is seen without a login. */
  anonymous?: boolean
  /** Opens something on the page: a menu, a dialog, a panel. */
  then?: (page: import('playwright-core').Page) => Promise<void>
}

/** Creates the data that its pages show and returns those pages. One file per area, in areas/. */
export type Area = (scene: Scene) => Promise<PageCase[]>
