// One file, for administrators of the instance alone.
export { AdminMarketplacePage } from './admin-marketplace-page.tsx'
export { ContactMessagesPage } from './contact-messages-page.tsx'
export { ModerationPage } from './moderation-page.tsx'
export { SponsorsPage } from './sponsors-page.tsx'
