import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame } from '../auth-frame.tsx'

/** An emailed link without its secret: it was truncated, or the page was reloaded. */
export const NoLink = ({ title }: { title: string }) => (
  <AuthFrame title={title} lead="This link is incomplete. Open the full link from the email.">
    <Button asChild className="h-target">
      <Link to="/auth/login">Go to login</Link>
    </Button>
  </AuthFrame>
)
