import type { Output } from '@baton/client'
import { Chip } from '../chip.tsx'

type Confidence = Output<'searchMemory'>['items'][number]['confidence']

const words: Record<Confidence, string> = { sure: 'Sure', likely: 'Likely', unsure: 'Unsure' }

/** How far a hit can be trusted to answer: an unsure one only comes closest. */
export const Grade = ({ confidence }: { confidence: Confidence }) => (
  <Chip {...(confidence === 'sure' && { tone: 'ok' })} dashed={confidence === 'unsure'}>
    {words[confidence]}
  </Chip>
)
