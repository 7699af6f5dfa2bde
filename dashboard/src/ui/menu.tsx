import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactElement } from 'react'
import { Trigger } from './trigger.tsx'
import { useOpened } from './use-opened.ts'

const panel = () => import('./menu-panel.tsx')
const MenuPanel = lazy(panel)

export interface MenuItem {
  title: string
  icon?: LucideIcon
  keys?: string
  danger?: boolean
  disabled?: boolean
  run(): void
}

/** A menu on a button; `null` in the list is a line. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly (MenuItem | null)[] }) {
  const [open, setOpen] = useState<'key' | 'pointer' | null>(null)
  const button = useRef<HTMLElement>(null)
  const opened = useOpened(open !== null)
  return (
    <>
      <Trigger
        opens="menu"
        open={open !== null}
        element={button}
        onNear={() => void panel().catch(() => {})}
        onToggle={(byKey) => setOpen((now) => (now ? null : byKey ? 'key' : 'pointer'))}
      >
        {trigger}
      </Trigger>
      {opened && (
        <Suspense>
          <MenuPanel
            open={open !== null}
            onOpenChange={(next) => setOpen(next ? 'pointer' : null)}
            items={items}
            at={button}
            labelledBy={button.current?.id}
            byKey={open === 'key'}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
    </>
  )
}
