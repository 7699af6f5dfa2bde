import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { findSession, session } from '../../../data/session.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { safeBack } from '../back.ts'
import { lastUser, useEnter } from '../entering.ts'
import { useEntrance } from '../entrance.ts'
import { setOut } from '../journey.ts'
import { LoginForm } from './login-form.tsx'

export function LoginPage() {
  const search: { back?: unknown; email?: unknown; way?: unknown } = useSearch({ strict: false })
  const back = safeBack(search.back)
  const enter = useEnter()
  const entrance = useEntrance()
  // Anyone already logged in is redirected; a browser that was never logged in skips the check.
  const [asking, setAsking] = useState(() => lastUser() !== null && session.get() !== null)
  useEffect(() => {
    if (!asking) return
    void findSession()
      .catch(() => null)
      .then((login) => (login ? enter(login, back) : setAsking(false)))
  }, [])
  // A provider chosen on an application's page is not asked for again.
  const chosen = entrance?.providers.find(({ provider }) => provider === search.way)
  useEffect(() => {
    if (chosen && !asking) void setOut(chosen.url, back)
  }, [chosen, asking])
  if (asking) return <Skeleton />
  const connecting = back.startsWith('/auth/client/')
  return (
    <AuthFrame
      title="Log in to Baton"
      lead={connecting ? 'To connect an application to your account.' : 'Where people and agents run projects together.'}
      foot={
        entrance && entrance.registration !== 'closed' ? (
          <>
            New here?{' '}
            <Link
              to="/auth/register"
              search={{ back: search.back } as never}
              className="touch inline-flex items-center font-medium text-accent"
            >
              Create an account
            </Link>
          </>
        ) : (
          entrance && 'Registration is closed. Ask an administrator for an account.'
        )
      }
    >
      <LoginForm back={back} email={typeof search.email === 'string' ? search.email : ''} onEntered={(login) => enter(login, back)} />
    </AuthFrame>
  )
}
