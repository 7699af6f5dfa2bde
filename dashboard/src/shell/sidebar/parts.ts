/** What the sidebar shows a moment after the page, in one file to fetch. */
export { NewMenu } from './new-menu.tsx'
export { PersonMenu } from './person-menu.tsx'
export { Projects } from './projects.tsx'
export { StepsLeft } from './steps-left.tsx'
