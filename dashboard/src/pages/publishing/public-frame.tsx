import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { ThemeButton } from '../../ui/theme-button.tsx'

/** Frame of a published page: its reader may have no account, and needs none. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => void (document.title = `${title} · Baton`), [title])
  return (
    <div className="scrollbar-quiet h-full overflow-y-auto bg-panel" tabIndex={-1}>
      <header className="flex items-center justify-between gap-8 border-b border-line-soft px-16 py-8">
        <Link to="/" className="touch flex items-center gap-8 rounded-control font-semibold">
          <img src="/pages/icon.svg" alt="" className="size-24" />
          Baton
        </Link>
        <ThemeButton />
      </header>
      <main className="mx-auto w-full max-w-measure px-16 pt-24 pb-48 wide:pt-48">{children}</main>
    </div>
  )
}
