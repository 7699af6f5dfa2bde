import { Refusal } from '../../kernel/errors.ts'

/** The name of the one proof that was sent: more at once would make several guesses one try. */
export function onlyProof(proofs: Record<string, unknown>): string {
  const sent = Object.keys(proofs).filter((name) => proofs[name] !== undefined)
  const [proof] = sent
  if (proof && sent.length === 1) return proof
  throw new Refusal('invalid', 'Send exactly one proof of who you are; the reference names those that are taken here.')
}
