// One file: whoever opens one of these pages opens the next, and every file of its own lengthens the list that each page loads.
export { CommunityPage } from './community-page.tsx'
export { ListingPage } from './listing-page.tsx'
export { MarketplacePage } from './marketplace-page.tsx'
export { ThreadPage } from './thread-page.tsx'
export { UpdatePage } from './update-page.tsx'
