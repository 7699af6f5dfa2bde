import { DropdownMenu } from 'radix-ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Keys } from './keys.tsx'

export interface MenuItem {
  title: string
  icon?: LucideIcon
  keys?: string
  danger?: boolean
  disabled?: boolean
  run(): void
}

/** A menu on a button; `null` in the list is a line. */
export function Menu({ trigger, items }: { trigger: ReactNode; items: readonly (MenuItem | null)[] }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-48 animate-panel-in rounded-card border border-line bg-raised p-4 shadow-over"
        >
          {items.map((item, at) =>
            item ? (
              <DropdownMenu.Item
                key={item.title}
                disabled={item.disabled ?? false}
                onSelect={item.run}
                className={classes(
                  'touch flex h-row items-center gap-8 rounded-control px-8 text-body outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover',
                  item.danger && 'text-bad',
                )}
              >
                {item.icon && <item.icon className="size-16 text-muted" aria-hidden />}
                <span className="flex-1 truncate">{item.title}</span>
                {item.keys && <Keys keys={item.keys} />}
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Separator key={`line ${at}`} className="-mx-4 my-4 border-t border-line-soft" />
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
