import { createRoute, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazily } from '../ui/lazily.tsx'

/** A page whose code is loaded when it is first opened. */
export const lazyPage = <M extends Record<string, unknown>>(load: () => Promise<M>, name: keyof M & string) =>
  lazily('page', () => load().then((module) => ({ default: module[name] as ComponentType })))

/** A route to such a page. */
export function pageRoute<M extends Record<string, unknown>>(
  parent: AnyRoute,
  path: string,
  load: () => Promise<M>,
  name: keyof M & string,
): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, component: lazyPage(load, name) })
}
