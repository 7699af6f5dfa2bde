import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** A route to a page whose code is loaded when it is first opened. */
export function pageRoute<M extends Record<string, unknown>>(
  parent: AnyRoute,
  path: string,
  load: () => Promise<M>,
  name: keyof M & string,
): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(load as unknown as () => Promise<Record<string, ComponentType>>, name),
  })
}
