import { handOver } from './hand-over.ts'
import { planFeature } from './plan-feature.ts'
import type { Prompt } from './prompt.ts'
import { resumeWork } from './resume-work.ts'
import { reviewGate } from './review-gate.ts'
import { standup } from './standup.ts'

export const prompts: readonly Prompt[] = [resumeWork, planFeature, reviewGate, standup, handOver]

export const promptNamed = (name: string): Prompt | undefined => prompts.find((one) => one.name === name)
