import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from './areas.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { lookAtPages } from './look-at-pages.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene

/** One test for each of these areas; they share a Baton and its scene. */
export function checkPages(names: readonly string[]): void {
  beforeAll(async () => {
    dashboard = await startDashboard()
    scene = await makeScene(dashboard)
  })
  afterAll(() => dashboard?.close())

  for (const name of names) checkArea(name)
}

function checkArea(area: string): void {
  test(`${area}: every page fits a desk and a phone, in light and dark, shows no error and passes axe`, { timeout: 600_000 }, async () => {
    await Promise.all([scene.mira.logInAgain(), scene.jonas.logInAgain()])
    const cases = (await areas[area]?.(scene)) ?? []
    expect(cases.length).toBeGreaterThan(0)
    expect(await lookAtPages(dashboard, scene, cases)).toEqual([])
  })
}
