import type { Baton } from '../harness/baton.ts'

export type Figures = Record<string, number | string>

/**
 * Throws unless the figures are as claimed, and names every one that is not. A limit that is null is not judged: short runs judge no times.
 */
export function claimed<Measured extends Figures>(figures: Measured, { is = {}, most = {}, least = {} }: Claims<Measured>): Measured {
  const names = (claims: object) => Object.keys(claims) as (keyof Measured & string)[]
  const wrong = [
    ...names(is).flatMap((name) => (figures[name] === is[name] ? [] : [`${name} is ${figures[name]}, not ${is[name]}`])),
    // Negated, so that what is no number is wrong.
    ...names(most).flatMap((name) => {
      const limit = most[name] ?? null
      return limit === null || Number(figures[name]) <= limit ? [] : [`${name} is ${figures[name]}, at most ${limit}`]
    }),
    ...names(least).flatMap((name) =>
      Number(figures[name]) >= (least[name] ?? 0) ? [] : [`${name} is ${figures[name]}, at least ${least[name]}`],
    ),
  ]
  if (wrong.length > 0) throw new Error(`${wrong.join('; ')}. Measured: ${JSON.stringify(figures)}`)
  return figures
}

interface Claims<Measured> {
  is?: Partial<Record<keyof Measured, number>>
  most?: Partial<Record<keyof Measured, number | null>>
  least?: Partial<Record<keyof Measured, number>>
}

/** The parts of a long proof. Each has everything it needs: the one before it may have run in another process, hours ago. */
export interface Parts {
  /** What `work` came to, now or in a run that was interrupted before it was over. */
  part<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/** For tests: every part is done, and nothing is kept. */
export const allParts: Parts = { part: (_, work) => work() }

export interface Proof<Size = unknown> {
  name: string
  claim?: string
  /** The size that CI runs: it shows the behavior, and judges no times. */
  short: Size
  full: Size
  /** A separate size for a proof that takes longer than a full run may. */
  million?: Size
  /** Whether the full size judges times or rates, which mean nothing on a busy machine. */
  timed?: boolean
  /**
   * Globs of files that its result depends on, besides its own modules; `src` and `database` unless it says so. Its own modules are followed
   * through imports and URLs, but not into `src`.
   */
  inputs?: readonly string[]
  /** Throws if the claim doesn't hold; returns the measured figures. */
  run(baton: Baton, size: Size, parts?: Parts): Promise<Figures>
}
