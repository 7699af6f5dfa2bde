import { Check } from 'lucide-react'
import { Command } from 'cmdk'
import { Popover } from 'radix-ui'
import { useState, type ReactNode } from 'react'

export interface Choice {
  value: string
  title: string
  icon?: ReactNode
  /** More words to find it by. */
  words?: string
}

interface PickerProps {
  /** Names what is picked, for the field and for screen readers. */
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** Several may be chosen: the list stays open. */
  several?: boolean
  /** What was typed can become a choice of its own. */
  onCreate?: (text: string) => void
  /** How that is offered; "Add “…”" otherwise. */
  createTitle?: (text: string) => string
  onPick(value: string): void
  trigger?: ReactNode
  /** What it opens beside where no trigger stands. */
  at?: Element | null
  /** Where the focus goes after it, instead of the trigger. */
  onClosed?: () => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Pick one or several from a list by typing. */
export function Picker({ label, choices, chosen, several, onCreate, createTitle, onPick, trigger, at, onClosed, ...control }: PickerProps) {
  const [own, setOwn] = useState(false)
  const [text, setText] = useState('')
  const open = control.open ?? own
  const change = (next: boolean) => {
    setText('')
    setOwn(next)
    control.onOpenChange?.(next)
  }
  const wanted = text.trim().toLowerCase()
  const found = choices.filter(({ title, words = '' }) => `${title} ${words}`.toLowerCase().includes(wanted)).slice(0, 100)
  const isNew = onCreate && wanted !== '' && !choices.some(({ title }) => title.toLowerCase() === wanted)
  const row = 'touch flex h-row items-center gap-8 rounded-control px-8 text-body select-none data-[selected=true]:bg-hover'
  return (
    <Popover.Root open={open} onOpenChange={change}>
      {trigger ? <Popover.Trigger asChild>{trigger}</Popover.Trigger> : <Popover.Anchor virtualRef={{ current: at ?? document.body }} />}
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-column animate-panel-in rounded-card border border-line bg-raised shadow-over"
          aria-label={label}
          {...(onClosed && {
            onCloseAutoFocus: (event: Event) => {
              event.preventDefault()
              onClosed()
            },
          })}
        >
          <Command shouldFilter={false} label={label}>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={`${label}…`}
              className="h-target w-full border-b border-line bg-transparent px-12 outline-none"
            />
            <Command.List className="scrollbar-quiet max-h-column overflow-y-auto p-4">
              {found.length === 0 && !isNew && <p className="px-8 py-6 text-muted">Nothing matches.</p>}
              {found.map(({ value, title, icon }) => (
                <Command.Item
                  key={value}
                  value={value}
                  className={row}
                  onSelect={() => {
                    onPick(value)
                    if (!several) change(false)
                  }}
                >
                  {icon}
                  <span className="flex-1 truncate">{title}</span>
                  {chosen.includes(value) && <Check className="size-16 text-accent" aria-label="chosen" />}
                </Command.Item>
              ))}
              {isNew && (
                <Command.Item value={`new ${wanted}`} className={row} onSelect={() => onCreate(text.trim())}>
                  {createTitle?.(text.trim()) ?? `Add “${text.trim()}”`}
                </Command.Item>
              )}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
