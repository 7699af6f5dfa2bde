import type { Output } from '@baton/client'
import { FileDiff } from 'lucide-react'
import { count, plural } from '../../../ui/format.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'

/** What an agent left for whoever continues: the state, the files and its usage. */
export function CheckpointDetails({ checkpoint }: { checkpoint: Output<'listCheckpoints'>['items'][number] }) {
  const { files, state, tokens_in, tokens_out, model } = checkpoint
  const used = [tokens_in !== null && `${count(tokens_in)} tokens in`, tokens_out !== null && `${count(tokens_out)} out`, model].filter(
    Boolean,
  )
  if (!state && files.length === 0 && used.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="touch cursor-pointer text-helper text-muted">
        Checkpoint {checkpoint.number}
        {files.length > 0 && ` · ${plural(files.length, 'file')}`}
        {used.length > 0 && ` · ${used.join(' · ')}`}
      </summary>
      <div className="mt-4 flex flex-col gap-8 rounded-card border border-line bg-raised p-10">
        {state && <Markdown text={state} />}
        {files.length > 0 && (
          <ul className="flex flex-col gap-2 font-mono text-label text-muted">
            {files.map((file) => (
              <li key={file} className="flex items-center gap-6 break-all">
                <FileDiff className="size-12 shrink-0" aria-hidden />
                {file}
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}
