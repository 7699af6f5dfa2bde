/** The parts of the sidebar that load shortly after the page, in one chunk. */
export { NewMenu } from './new-menu.tsx'
export { PersonMenu } from './person-menu.tsx'
export { Projects } from './projects.tsx'
export { StepsLeft } from './steps-left.tsx'
