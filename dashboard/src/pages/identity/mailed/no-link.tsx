import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame } from '../auth-frame.tsx'

/** The address of a mailed link without its secret: it was cut off, or the page was loaded again. */
export const NoLink = ({ title }: { title: string }) => (
  <AuthFrame title={title} lead="This address has no link in it. Open the whole link of the mail, again if need be.">
    <Button asChild className="h-target">
      <Link to="/auth/login">Go to the login</Link>
    </Button>
  </AuthFrame>
)
