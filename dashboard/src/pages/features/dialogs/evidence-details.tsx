import { usePeople } from '../../../data/people.ts'
import { Chip } from '../../../ui/chip.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { dateTime } from '../../../ui/format.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { RankChip, Sha } from '../../../ui/marks/rank.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { ranks, receiptOf, spoken, type Evidence, type Feature } from '../parts/words.ts'
import { voidedWords } from '../parts/voided.ts'
import { lazily } from '../../../ui/lazily.tsx'

const ReceiptView = lazily('block', () =>
  import('../../machines/receipts/receipt-view.tsx').then((module) => ({ default: module.ReceiptView })),
)

const sources: Record<string, string> = {
  interactive: 'a logged-in person',
  mcp_token: 'an agent’s token',
  api_key: 'an API key',
  oauth: 'a connected client',
  system: 'Baton',
}

/** One result in full: who submitted it, with which credential, and what is attached. */
export function EvidenceDetails({ feature, evidence, close }: { feature: Feature; evidence: Evidence | null; close(): void }) {
  const { actor } = usePeople()
  const receipt = receiptOf(evidence?.url)
  return (
    <Dialog
      open={evidence !== null}
      onOpenChange={(open) => !open && close()}
      title={evidence ? spoken(evidence.check) : 'Evidence'}
      at="side"
    >
      {evidence && (
        <div className="flex flex-col gap-12">
          <div className="flex flex-wrap items-center gap-8">
            <Chip tone={evidence.outcome === 'pass' ? 'plain' : 'bad'}>{evidence.outcome === 'pass' ? 'Passes' : 'Fails'}</Chip>
            <RankChip {...ranks[evidence.rank]} />
            {evidence.commit && <Sha commit={evidence.commit} />}
            {evidence.exit_code !== null && <Chip mono>exit {evidence.exit_code}</Chip>}
          </div>
          <p className="flex flex-wrap items-center gap-6 text-muted">
            {evidence.user_id ? <Who actor={actor(evidence.user_id, evidence.agent_id)} whose /> : 'CI'}
            <span>
              by {sources[evidence.credential] ?? evidence.credential}, {dateTime(evidence.created_at)}
            </span>
          </p>
          {evidence.voided_at && <p className="text-warn">{voidedWords(evidence, feature)}. No longer counts.</p>}
          {receipt ? <ReceiptView id={receipt} /> : evidence.note && <Markdown text={evidence.note} />}
          {evidence.url && !receipt && (
            <a href={evidence.url} target="_blank" rel="noreferrer noopener" className="break-all text-accent underline">
              {evidence.url}
            </a>
          )}
          {evidence.log && <CodeBlock text={evidence.log} label="the log" />}
        </div>
      )}
    </Dialog>
  )
}
