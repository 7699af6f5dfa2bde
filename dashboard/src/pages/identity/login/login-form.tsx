import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { BatonError } from '@baton/client'
import { anonymous } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import type { Factor, Login, LoginAnswer } from '../entering.ts'
import { EmailStep } from './email-step.tsx'
import { LinkStep } from './link-step.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { RestoreStep } from './restore-step.tsx'
import { SecondFactor } from './second-factor.tsx'

interface LoginFormProps {
  /** Path of the page that asks for the login, to return to from a provider; and the secret that page holds. */
  back: string
  secret?: string
  email?: string
  onEntered(login: Login): unknown
}

type Step = 'email' | 'password' | 'code' | 'link'

/** All login methods, one step after the other: first the email address, then the proof that it is yours. */
export function LoginForm({ back, secret, email: first = '', onEntered }: LoginFormProps) {
  const [email, setEmail] = useState(first)
  const [step, setStep] = useState<Step>(first ? 'password' : 'email')
  const [factor, setFactor] = useState<Factor>()
  const [closed, setClosed] = useState<{ token: string; until: string }>()
  /** Handles the answer to a first factor. */
  const proceed = async (prove: () => Promise<LoginAnswer>) => {
    try {
      const answer = await prove()
      if ('second_factor' in answer) setFactor(answer.second_factor)
      else await onEntered(answer)
    } catch (error) {
      // An administrator's own words, so they come after ours.
      if (error instanceof BatonError && error.extra['suspend_reason'])
        throw new Error(`${error.detail} Reason given: ${String(error.extra['suspend_reason'])}`)
      if (!(error instanceof BatonError) || error.code !== 'account_closed' || !error.extra['restore_token']) throw error
      setClosed({ token: String(error.extra['restore_token']), until: String(error.extra['restore_until']) })
    }
  }
  if (closed) return <RestoreStep {...closed} onRestore={() => proceed(() => anonymous.restoreAccount({ token: closed.token }))} />
  if (factor) return <SecondFactor factor={factor} proceed={proceed} onAgain={() => setFactor(undefined)} />
  if (step === 'email') {
    return (
      <EmailStep
        email={email}
        back={back}
        secret={secret}
        proceed={proceed}
        onEmail={(next) => {
          setEmail(next)
          setStep('password')
        }}
      />
    )
  }
  const Shown = { password: PasswordStep, code: CodeStep, link: LinkStep }[step]
  return (
    <div className="flex flex-col gap-16">
      <div className="flex items-center gap-8 rounded-control border border-line bg-sunken py-4 pr-12 pl-4">
        <Button look="quiet" square aria-label="Use another address" onClick={() => setStep('email')}>
          <ArrowLeft />
        </Button>
        <span className="min-w-0 flex-1 truncate">{email}</span>
      </div>
      <Shown email={email} proceed={proceed} onStep={setStep} />
    </div>
  )
}

export interface StepProps {
  email: string
  proceed(prove: () => Promise<LoginAnswer>): Promise<void>
  onStep(step: 'password' | 'code' | 'link'): void
}
