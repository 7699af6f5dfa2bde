import { Lock, Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import type { AllowedAction, Machine } from '../machine-words.ts'
import { RiskChip } from '../marks.tsx'
import { RunAction } from './run-action.tsx'

/** The actions that the machine reports as allowed. Its own file decides; Baton only shows them. */
export function AllowedActions({ machine, runs }: { machine: Machine; runs: boolean }) {
  const [chosen, setChosen] = useState<AllowedAction | null>(null)
  return (
    <section aria-label="Allowed actions" className="flex flex-col gap-8">
      <h2 className="font-medium">Allowed actions</h2>
      {machine.actions.length === 0 ? (
        <p className="text-muted">
          None yet. Add them to <code className="font-mono">allow.json</code> in the machine’s own folder and restart it.
        </p>
      ) : (
        <Rows aria-label="Machine actions">
          {machine.actions.map((action) => (
            <Row key={action.name} className="flex-wrap">
              <div className="min-w-0 flex-1">
                <p className="font-mono break-all">{action.name}</p>
                {action.description && <p className="text-helper break-words text-muted">{action.description}</p>}
                <details className="text-helper text-muted">
                  <summary className="w-fit cursor-pointer rounded-code hover:text-fg max-wide:py-10">Arguments</summary>
                  <pre className="mt-4 overflow-x-auto rounded-control bg-sunken p-8 font-mono text-label whitespace-pre-wrap break-words">
                    {JSON.stringify(action.schema, null, 2)}
                  </pre>
                </details>
              </div>
              <RiskChip risk={action.risk} />
              {runs && (
                <Button aria-label={`Run ${action.name}…`} onClick={() => setChosen(action)}>
                  <Play aria-hidden /> Run…
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      <p className="flex items-start gap-6 text-helper text-muted">
        <Lock className="mt-px size-16 shrink-0" aria-hidden />
        Set in a file on {machine.name}. Baton can read this list but not change it.
      </p>
      <Dialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title={`Run ${chosen?.name ?? ''} on ${machine.name}`}
        about={
          chosen?.risk === 'danger' ? `${chosen.description} Needs your passkey before it runs.`.trim() : chosen?.description || undefined
        }
      >
        {chosen && <RunAction machine={machine} action={chosen} />}
      </Dialog>
    </section>
  )
}
