import { BatonError } from '@baton/client'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { CircleCheck, MailX } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { anonymous } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useAsked } from '../identity/use-asked.ts'
import { PublicFrame } from '../publishing/public-frame.tsx'

/** A form to write to the administrators, for anyone, with or without an account. */
export function ContactPage() {
  const asked = useAsked(() => anonymous.getContactChallenge())
  const off = asked.error instanceof BatonError && asked.error.status === 404
  return (
    <PublicFrame title="Contact">
      <h1 className="mb-16 text-title font-semibold">Contact</h1>
      {off ? (
        <EmptyState icon={MailX} title="No contact form">
          The contact form is turned off on this instance.
        </EmptyState>
      ) : (
        <ContactForm />
      )}
      <Sponsors />
    </PublicFrame>
  )
}

function ContactForm() {
  const [given, setGiven] = useState({ name: '', email: '', message: '', website: '' })
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  const [error, setError] = useState<string>()
  const set = (field: keyof typeof given) => (event: { target: { value: string } }) => setGiven({ ...given, [field]: event.target.value })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setError(undefined)
    try {
      const challenge = await anonymous.getContactChallenge()
      // Proof of work, about a second: little for one person, a lot for a million messages.
      const solution = await solveChallenge({ challenge: challenge as never, deriveKey })
      if (!solution) throw new Error('The check took too long. Try again.')
      await anonymous.sendContactMessage({ ...given, proof: { challenge, solution } as never })
      setState('sent')
    } catch (failure) {
      setError(failure instanceof BatonError ? failure.detail : (failure as Error).message)
      setState('open')
    }
  }
  if (state === 'sent')
    return (
      <EmptyState icon={CircleCheck} title="Message sent">
        The administrators will reply to {given.email}. Your message is deleted after 180 days.
      </EmptyState>
    )
  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-col gap-12">
      <Field label="Name">
        {(ids) => <Input {...ids} required maxLength={120} autoComplete="name" value={given.name} onChange={set('name')} />}
      </Field>
      <Field label="Email" hint="We’ll reply here.">
        {(ids) => <Input {...ids} required type="email" maxLength={254} autoComplete="email" value={given.email} onChange={set('email')} />}
      </Field>
      {/* Honeypot: nobody sees this field, so whatever fills it in is a program. */}
      <div className="hidden" aria-hidden>
        <label>
          Website
          <input tabIndex={-1} autoComplete="off" value={given.website} onChange={set('website')} />
        </label>
      </div>
      <Field label="Message" error={error}>
        {(ids) => <TextArea {...ids} required minLength={10} maxLength={5000} rows={8} value={given.message} onChange={set('message')} />}
      </Field>
      <Button type="submit" look="primary" busy={state === 'busy'} className="self-end">
        {state === 'busy' ? 'Sending' : 'Send'}
      </Button>
    </form>
  )
}

function Sponsors() {
  const { data } = useAsked(() => anonymous.listPublicSponsors())
  if (!data || data.sponsors.length === 0) return null
  return (
    <section aria-label="Sponsors" className="mt-48 flex flex-col gap-8 border-t border-line pt-16">
      <h2 className="font-medium">Sponsors of this instance</h2>
      <ul className="flex flex-col gap-8">
        {data.sponsors.map(({ id, name, url, tier, about, rel }) => (
          <li key={id} className="flex flex-wrap items-center gap-8">
            <a href={url} rel={rel} target="_blank" className="touch font-medium underline">
              {name}
            </a>
            <Chip>{tier}</Chip>
            {about && <span className="text-muted">{about}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
