import { Check } from 'lucide-react'
import { Command } from 'cmdk'
import { useState } from 'react'
import type { PickerProps } from './picker.tsx'

const row = 'touch flex h-row items-center gap-8 rounded-control px-8 text-body select-none data-[selected=true]:bg-hover'

type ListProps = Pick<PickerProps, 'label' | 'choices' | 'chosen' | 'several' | 'onCreate' | 'createTitle' | 'onPick'> & { onClose(): void }

/** The list of an open picker. Loaded when the first one opens, as no page needs it to render. */
export default function PickerList({ label, choices, chosen, several, onCreate, createTitle, onPick, onClose }: ListProps) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = choices.filter(({ title, words = '' }) => `${title} ${words}`.toLowerCase().includes(wanted)).slice(0, 100)
  const isNew = onCreate && wanted !== '' && !choices.some(({ title }) => title.toLowerCase() === wanted)
  return (
    <Command shouldFilter={false} label={label}>
      <Command.Input
        autoFocus
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
              if (!several) onClose()
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
  )
}
