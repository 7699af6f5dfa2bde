import type { LucideIcon } from 'lucide-react'
import { useRef, useState, type ReactElement } from 'react'
import { Trigger } from './trigger.tsx'
import { useOpened } from './use-opened.ts'
import { lazily } from './lazily.tsx'

const panel = () => import('./menu-panel.tsx')
const MenuPanel = lazily('over', panel)

export interface MenuItem {
  title: string
  icon?: LucideIcon
  keys?: string
  danger?: boolean
  disabled?: boolean
  /** The selected one of several options. */
  chosen?: boolean
  /** Extra text after the title. */
  about?: string
  run(): void
}

interface MenuProps {
  trigger: ReactElement
  items: readonly (MenuItem | null)[]
  /** Called when the user is about to open it, so that its data can be prefetched. */
  onNear?: () => void
}

/** A menu on a button; `null` in `items` is a separator. */
export function Menu({ trigger, items, onNear }: MenuProps) {
  const [open, setOpen] = useState<'key' | 'pointer' | null>(null)
  const button = useRef<HTMLElement>(null)
  const opened = useOpened(open !== null)
  return (
    <>
      <Trigger
        opens="menu"
        open={open !== null}
        element={button}
        onNear={() => {
          panel().catch(() => {})
          onNear?.()
        }}
        onToggle={(byKey) => setOpen((now) => (now ? null : byKey ? 'key' : 'pointer'))}
      >
        {trigger}
      </Trigger>
      {opened && (
        <MenuPanel
          open={open !== null}
          onOpenChange={(next) => setOpen(next ? 'pointer' : null)}
          items={items}
          at={button}
          labelledBy={button.current?.id}
          byKey={open === 'key'}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  )
}
