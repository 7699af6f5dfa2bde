import type { Output } from '@baton/client'
import { useRead } from '../../../data/reads.ts'

/** Reads return a skill in pieces, for agents; its newest version has the full text. */
export function useWholeText(skill: Output<'getSkill'>): string | undefined {
  const whole = skill.next_from === null
  const { data } = useRead('getSkillVersion', { skill: skill.id, number: skill.revision }, { enabled: !whole })
  return whole ? skill.body : data?.body
}
