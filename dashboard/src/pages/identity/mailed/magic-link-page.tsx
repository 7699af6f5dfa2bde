import { useState, type FormEvent } from 'react'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame, Problem } from '../auth-frame.tsx'
import { useEnter, type Factor, type LoginAnswer } from '../entering.ts'
import { SecondFactor } from '../login/second-factor.tsx'
import { forgetSecret, secretOf } from '../secret.ts'
import { useAttempt } from '../use-attempt.ts'
import { NoLink } from './no-link.tsx'

/** A login link works only once, so it waits for a person's click. */
export function MagicLinkPage() {
  const [token] = useState(() => secretOf('/magic-link'))
  const [factor, setFactor] = useState<Factor>()
  const { busy, error, attempt } = useAttempt()
  const enter = useEnter()
  const proceed = async (prove: () => Promise<LoginAnswer>) => {
    const answer = await prove()
    forgetSecret('/magic-link')
    if ('second_factor' in answer) setFactor(answer.second_factor)
    else await enter(answer)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(() => proceed(() => anonymous.verifyMagicLink({ token })))
  }
  if (factor) {
    return (
      <AuthFrame title="One more step">
        <SecondFactor factor={factor} proceed={proceed} onAgain={() => location.assign('/auth/login')} />
      </AuthFrame>
    )
  }
  if (!token) return <NoLink title="Log in to Baton" />
  return (
    <AuthFrame title="Log in to Baton" lead="This link works once.">
      <form onSubmit={submit} className="flex flex-col gap-16">
        <Problem text={error} />
        <Button type="submit" look="primary" className="h-target" busy={busy}>
          Log in
        </Button>
      </form>
    </AuthFrame>
  )
}
