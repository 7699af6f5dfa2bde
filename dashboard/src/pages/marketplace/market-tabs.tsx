import { MessagesSquare, Sparkles, Store } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { LinkTabs } from '../../ui/segmented.tsx'

/** Tabs for one's own skills and for what others offer. */
export function MarketTabs() {
  const org = useOrganization()
  return (
    <LinkTabs
      label="Skills and marketplace"
      tabs={[
        { to: `/${org}/skills`, title: 'Skills', icon: Sparkles },
        { to: `/${org}/marketplace`, title: 'Marketplace', icon: Store },
        { to: `/${org}/community`, title: 'Community', icon: MessagesSquare },
      ]}
    />
  )
}
