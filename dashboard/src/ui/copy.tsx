import { Check, Copy as CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

/** Copies text and confirms it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <Button onClick={() => void copy()} aria-label={label}>
      {copied ? <Check /> : <CopyIcon />}
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}

/** Text to copy and paste elsewhere, shown in full. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-8 rounded-card max-wide:flex-col border border-line bg-sunken p-8">
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="scrollbar-quiet min-w-0 flex-1 overflow-x-auto py-4 font-mono text-helper wrap-anywhere whitespace-pre-wrap max-wide:w-full"
      >
        {text}
      </pre>
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  )
}
