import { useNavigate, useSearch } from '@tanstack/react-router'
import { session } from '../../../data/session.ts'
import { useStore } from '../../../data/store.ts'
import { classes } from '../../../ui/classes.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { useEntrance } from '../entrance.ts'
import { MyInvites } from '../mailed/my-invites.tsx'
import { OrganizationStep } from './organization-step.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { ProjectStep } from './project-step.tsx'
import { VerifyFirst } from './verify-first.tsx'

const steps = ['organization', 'people', 'project', 'passkey'] as const
type Step = (typeof steps)[number]

const words: Record<Step, { title: string; lead: string }> = {
  organization: { title: 'Name your organization', lead: 'Your projects, agents and memory live here.' },
  people: { title: 'Who works with you?', lead: 'You can invite more people any time.' },
  project: { title: 'Your first project', lead: 'Projects hold tasks, specs and decisions.' },
  passkey: {
    title: 'Skip the password next time',
    lead: 'A passkey uses your fingerprint, face or device PIN.',
  },
}

/** From a new account to a place where an agent can be connected, one step at a time; all but the first can be skipped. */
export function OnboardingPage() {
  const mail = useEntrance()?.mail ?? false
  const login = useStore(session)
  // Where mail is configured, the server reserves anything permanent for people with a verified address.
  if (mail && login && login !== 'unknown' && !login.user.email_verified) return <VerifyFirst user={login.user} />
  return <Steps />
}

function Steps() {
  const search: { step?: string; org?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const org = search.org ?? ''
  const step: Step = (org && steps.find((one) => one === search.step)) || 'organization'
  const at = steps.indexOf(step)
  const next = (to: string = org) => {
    const following = steps[at + 1]
    void navigate(following ? { to: '/onboarding', search: { step: following, org: to } as never } : { to: `/${to}/connect` })
  }
  const { title, lead } = words[step]
  return (
    <AuthFrame
      title={title}
      lead={lead}
      foot={
        <ol aria-label="Progress" className="flex justify-center gap-6">
          {[...steps, 'connect'].map((one, place) => (
            <li
              key={one}
              aria-current={place === at ? 'step' : undefined}
              className={classes('h-meter w-24 rounded-full', place <= at ? 'bg-accent' : 'bg-line-strong')}
            >
              <span className="sr-only">
                {one}, {place < at ? 'done' : place === at ? 'now' : 'upcoming'}
              </span>
            </li>
          ))}
        </ol>
      }
    >
      {step === 'organization' && (
        <>
          <MyInvites />
          <OrganizationStep onDone={next} />
        </>
      )}
      {step === 'people' && <PeopleStep org={org} onDone={() => next()} />}
      {step === 'project' && <ProjectStep org={org} onDone={() => next()} />}
      {step === 'passkey' && <PasskeyStep onDone={() => next()} />}
    </AuthFrame>
  )
}
