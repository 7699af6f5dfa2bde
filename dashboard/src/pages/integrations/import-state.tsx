import type { Output } from '@baton/client'
import { Chip } from '../../ui/chip.tsx'

type Status = Output<'getRemoteImport'>['status']

const words: Record<Status, [string, 'plain' | 'accent' | 'ok' | 'warn' | 'bad']> = {
  reading: ['reading', 'accent'],
  ready: ['ready to apply', 'warn'],
  applying: ['applying', 'accent'],
  commenting: ['adding comments', 'accent'],
  done: ['done', 'ok'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'plain'],
}

export function ImportState({ status }: { status: Status }) {
  const [word, tone] = words[status]
  return <Chip tone={tone}>{word}</Chip>
}
