import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame } from '../auth-frame.tsx'

/** The address of a mailed link without its secret: it was cut off, or the page was loaded again. */
export const NoLink = ({ title }: { title: string }) => (
  <AuthFrame title={title} lead="This link is incomplete. Open the full link from the email.">
    <Button asChild className="h-target">
      <Link to="/auth/login">Go to login</Link>
    </Button>
  </AuthFrame>
)
