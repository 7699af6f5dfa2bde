import { useEffect, type ReactNode } from 'react'
import { ThemeButton } from '../../ui/theme-button.tsx'

interface AuthFrameProps {
  title: string
  lead?: ReactNode
  /** Below the card: a link to the alternative. */
  foot?: ReactNode
  children?: ReactNode
}

/** Frame of every page outside an organization: one card, one thing to do. */
export function AuthFrame({ title, lead, foot, children }: AuthFrameProps) {
  useEffect(() => void (document.title = `${title} · Baton`), [title])
  return (
    <div className="scrollbar-quiet flex h-full flex-col overflow-y-auto">
      <header className="flex items-center gap-8 px-16 py-12">
        <img src="/pages/icon.svg" alt="" className="size-24" />
        <span className="flex-1 font-semibold">Baton</span>
        <ThemeButton />
      </header>
      <main className="mx-auto flex w-full max-w-card flex-1 flex-col justify-start gap-16 px-16 py-16 wide:justify-center wide:pb-48">
        <div className="flex flex-col gap-20 wide:rounded-panel wide:border wide:border-line wide:bg-panel wide:p-32 wide:shadow-card">
          <div className="flex flex-col gap-4">
            <h1 className="text-title font-semibold">{title}</h1>
            {lead && <div className="text-muted">{lead}</div>}
          </div>
          {children}
        </div>
        {foot && <div className="text-center text-muted">{foot}</div>}
      </main>
    </div>
  )
}

/** What went wrong, placed where everyone sees it. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <p role="alert" className="rounded-control bg-bad-soft px-12 py-8 text-helper text-bad">
      {text}
    </p>
  ) : null

/** Separator between two ways to do the same thing. */
export const Or = () => (
  <div className="flex items-center gap-10 text-helper text-muted" aria-hidden>
    <span className="h-px flex-1 bg-line" />
    or
    <span className="h-px flex-1 bg-line" />
  </div>
)

/** Facts to check before agreeing. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line-soft rounded-card border border-line bg-sunken">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-12 px-12 py-8">
          <dt className="text-helper text-muted">{name}</dt>
          <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
