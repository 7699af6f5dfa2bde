import { Eye, EyeOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import type { NewToken } from './use-first-call.ts'

/** Shows the full token, this once. */
export function TokenShown({ token, onAnother }: { token: NewToken; onAnother(): void }) {
  const [hidden, setHidden] = useState(false)
  const shown = hidden ? `${token.token.slice(0, token.prefix.length + 4)}${'•'.repeat(24)}` : token.token
  return (
    <>
      <div className="flex flex-wrap items-center gap-8 rounded-card border border-line bg-sunken p-8">
        <output aria-label="Token" className="min-w-0 flex-1 px-4 py-4 font-mono max-wide:basis-full text-helper break-all">
          {shown}
        </output>
        <Button look="quiet" onClick={() => setHidden(!hidden)}>
          {hidden ? <Eye /> : <EyeOff />}
          {hidden ? 'Show' : 'Hide'}
        </Button>
        <CopyButton text={token.token} label="Copy token" />
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <p className="flex items-center gap-6 text-helper text-warn">
          <TriangleAlert className="size-16 shrink-0" aria-hidden />
          It can’t be shown again after you leave this page.
        </p>
        <Button look="quiet" onClick={onAnother}>
          Create another
        </Button>
      </div>
    </>
  )
}
