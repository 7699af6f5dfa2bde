import { BatonError } from '@baton/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { clientFor } from '../../../data/client.ts'
import { readAgain } from '../../../data/reads.ts'
import { withPerson } from '../../../data/step-up.ts'
import { toast } from '../../../data/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { AuthFrame, Problem } from '../../identity/auth-frame.tsx'
import { forgetLogin, organizationOf } from './host-login.ts'

const elsewhere = 'This login started in another tab, or is already complete. Start over from Repositories.'

/** Completes a login started at the repositories: what the person’s own GitHub login lists is granted to their organization. */
export function HostLoginPage() {
  const navigate = useNavigate()
  // From the raw query string, unparsed: a code can look like a number.
  const [given] = useState(() => new URLSearchParams(location.search))
  const [organization] = useState(() => organizationOf(given.get('state')))
  const [problem, setProblem] = useState(() => problemOf(given, organization))
  const begun = useRef(false)
  useEffect(() => {
    if (problem || !organization || begun.current) return
    begun.current = true
    const input = { code: given.get('code') ?? '', state: given.get('state') ?? '' }
    withPerson(() => clientFor(organization).grantHostAccess(input)).then(
      ({ items }) => {
        forgetLogin()
        readAgain(organization, new Set(['listHostConnections', 'listHostRepositories', 'listRepos']))
        toast.success(`${plural(granted(items), 'repository', 'repositories')} can be connected`)
        void navigate({ to: `/${organization}/repos`, search: { connect: true } as never, replace: true })
      },
      (error: unknown) => setProblem(error instanceof BatonError ? error.detail : 'Can’t reach the server. Reload this page.'),
    )
  }, [given, navigate, organization, problem])
  if (!problem)
    return (
      <AuthFrame title="Granting access" lead="Loading your GitHub repositories.">
        <Skeleton rows={2} />
      </AuthFrame>
    )
  return (
    <AuthFrame title="No access granted">
      <Problem text={problem} />
      <Button asChild look="primary">
        <Link to={organization ? `/${organization}/repos` : '/repositories'}>Back to repositories</Link>
      </Button>
    </AuthFrame>
  )
}

const granted = (connections: readonly { repositories: number }[]): number =>
  connections.reduce((sum, { repositories }) => sum + repositories, 0)

function problemOf(given: URLSearchParams, organization: string | null): string | null {
  if (given.get('error')) return given.get('error_description') ?? 'GitHub login failed. No access granted.'
  return organization && given.get('code') ? null : elsewhere
}
