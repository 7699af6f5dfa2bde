import type { Plugin } from 'vitest/config'
import type { Reporter, TestModule } from 'vitest/node'
import { containerInputs, keepContainerRecord } from '../../scripts/measurements/containers.ts'
import { checkout } from '../../scripts/measurements/where.ts'

/**
 * Keeps the result of a whole run, from which `scripts/containers-due.ts` tells whether the next one is needed. Added as a plugin, because reporters
 * named on the command line replace those of the configuration.
 */
export function containerRecorder(): Plugin {
  // Read before anything runs: what is changed meanwhile has not been tested.
  const [inputs, place] = [containerInputs(), checkout()]
  const began = performance.now()
  const reporter: Reporter = {
    onTestRunEnd(modules, errors, reason) {
      const outcome = outcomeOf(modules)
      if (outcome === null || reason === 'interrupted') return
      const ok = reason === 'passed' && errors.length === 0 && outcome.failed === 0
      keepContainerRecord({ ok, tests: outcome.passed, seconds: Math.round((performance.now() - began) / 1000), inputs, ...place })
    },
  }
  return {
    name: 'container-recorder',
    configureVitest({ vitest }) {
      vitest.config.reporters.push(reporter)
    },
  }
}

/** How many passed and failed; null if some were left out by a filter, because then nothing is known about the rest. */
function outcomeOf(modules: readonly TestModule[]): { passed: number; failed: number } | null {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const failed = count('failed') + modules.filter((module) => module.state() === 'failed').length
  if (failed === 0 && (tests.length === 0 || count('passed') < tests.length)) return null
  return { passed: count('passed'), failed }
}
