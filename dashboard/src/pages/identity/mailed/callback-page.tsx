import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { account } from '../../../data/client.ts'
import { withPerson } from '../../../data/step-up.ts'
import { anonymous, currentUser, refresh } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { useEnter, type Factor, type LoginAnswer } from '../entering.ts'
import { comeBack } from '../journey.ts'
import { SecondFactor } from '../login/second-factor.tsx'
import { forgetSecret, secretOf } from '../secret.ts'
import { messageOf } from '../place-failure.ts'

const reasons: Record<string, string> = {
  access_denied: 'You canceled. Nothing was changed.',
  state_invalid: 'This took too long, or started in another browser. Start over.',
  insecure: 'Logging in with a provider requires HTTPS. Log in another way, or ask an administrator.',
  provider_failed: 'The provider didn’t respond correctly. Try again in a moment.',
  email_unverified: 'The provider has not verified your email address. Verify it there, then try again.',
  registration_closed: 'Registration is closed. Ask an administrator for an invitation.',
  account_unavailable: 'This account is disabled. Ask an administrator.',
  connected_otherwise: 'That account is connected to another user here.',
  email_taken: 'Your email address already has an account. Log in, then connect the provider in Settings.',
}

type State = { at: 'work' } | { at: 'factor'; factor: Factor } | { at: 'connected' } | { at: 'failed'; why: string }

/** Where a browser returns from GitHub, Google or Microsoft. The code came after #, which no browser sends to a server. */
export function CallbackPage() {
  const [[outcome = '', value = '']] = useState(() => secretOf('/auth/callback').split('='))
  const [journey] = useState(comeBack)
  const [state, setState] = useState<State>({ at: 'work' })
  const enter = useEnter()
  const { back: path = '/', secret } = journey ?? {}
  const back = secret ? `${path}#${secret}` : path
  const proceed = async (prove: () => Promise<LoginAnswer>) => {
    const answer = await prove()
    if ('second_factor' in answer) return setState({ at: 'factor', factor: answer.second_factor })
    const isNew = Date.now() - Date.parse(answer.user.created_at) < 60_000
    await enter(answer, isNew && back === '/' ? '/onboarding' : back)
  }
  const finish = async () => {
    forgetSecret('/auth/callback')
    if (outcome === 'login') {
      // Otherwise a link with someone else's code would log this browser in as them.
      if (!journey) return setState({ at: 'failed', why: reasons['state_invalid'] ?? '' })
      return proceed(() => anonymous.exchangeOauthCode({ code: value, verifier: journey.verifier }))
    }
    if (outcome === 'link') {
      await refresh()
      await withPerson(() => account.confirmConnection({ code: value }))
      return setState({ at: 'connected' })
    }
    setState({ at: 'failed', why: reasons[value] ?? 'Go back and start over.' })
  }
  const begun = useRef(false)
  useEffect(() => {
    // The code works only once.
    if (begun.current) return
    begun.current = true
    finish().catch((error: unknown) => setState({ at: 'failed', why: messageOf(error) }))
  }, [])
  if (state.at === 'factor') {
    return (
      <AuthFrame title="One more step">
        <SecondFactor factor={state.factor} proceed={proceed} onAgain={() => location.assign('/auth/login')} />
      </AuthFrame>
    )
  }
  if (state.at === 'connected') {
    return (
      <AuthFrame title="Connected" lead="You can now log in with this provider.">
        <CircleCheck className="size-32 text-ok" aria-hidden />
        <Button asChild look="primary" className="h-target">
          <Link to={`/${currentUser()?.handle ?? ''}/settings/accounts`}>Open settings</Link>
        </Button>
      </AuthFrame>
    )
  }
  if (state.at === 'failed') {
    return (
      <AuthFrame title="Something went wrong" lead={state.why}>
        <Button asChild look="primary" className="h-target">
          <Link to="/auth/login">Go to login</Link>
        </Button>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="One moment" lead="Finishing your login.">
      <Skeleton rows={2} />
    </AuthFrame>
  )
}
