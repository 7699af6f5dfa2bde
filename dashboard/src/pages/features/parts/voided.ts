import { dateTime } from '../../../ui/format.ts'
import { shortSha, type Feature } from './words.ts'

interface Voidable {
  commit: string | null
  voided_at: string | null
  void_reason: 'commit' | 'spec' | 'sent_back' | null
}

/** Why something no longer counts; names the commit that replaced the one it was based on. */
export function voidedWords({ commit, voided_at, void_reason }: Voidable, { commits }: Pick<Feature, 'commits'>): string {
  if (!voided_at) return ''
  const when = `Voided ${dateTime(voided_at)}`
  if (void_reason === 'spec') return `${when} when another spec version was linked`
  if (void_reason === 'sent_back') return `${when} when it was sent back`
  const cause = commits.find(({ created_at }) => Date.parse(created_at) <= Date.parse(voided_at))
  if (!cause) return `${when} by a new commit`
  return `${when} when ${shortSha(cause.sha)} replaced ${commit ? shortSha(commit) : 'the previous commit'}`
}
