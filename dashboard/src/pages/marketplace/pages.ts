// One chunk: anyone who opens one of these pages opens the next, and each extra file lengthens the list that every page loads.
export { CommunityPage } from './community-page.tsx'
export { ListingPage } from './listing-page.tsx'
export { MarketplacePage } from './marketplace-page.tsx'
export { ThreadPage } from './thread-page.tsx'
export { UpdatePage } from './update-page.tsx'
